#pragma once
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

/* accept4 is declared by glibc only for GNU sources, which the importer does not ask for. */
extern int accept4(int, struct sockaddr *, socklen_t *, int);
static inline int postern_accept4(int socket, struct sockaddr *address, socklen_t *length) {
    return accept4(socket, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

/* epoll_event is packed and holds a union; both are awkward to fill from outside C. */
static inline int postern_epoll_control(int epoll, int operation, int descriptor, unsigned events, unsigned long long token) {
    struct epoll_event event;
    event.events = events;
    event.data.u64 = token;
    return epoll_ctl(epoll, operation, descriptor, &event);
}
static inline unsigned long long postern_epoll_token(const struct epoll_event *event) { return event->data.u64; }
static inline unsigned postern_epoll_events(const struct epoll_event *event) { return event->events; }
