// Many subscribers of server-sent events in one thread: holds the streams open and notes when which event arrived.
//
//   subscribers HOST PORT REQUESTS RECORDS [--tls] [--silent N]
//
// REQUESTS has one line for each subscriber: the target, and header lines, with tabs between them. The last N of them
// read nothing after their first event, and their sockets have little room. Says `ready COUNT` when all have had their
// first event, then runs until its standard input ends, and writes a record for each `complianceChanged` to RECORDS.
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct record {
    uint64_t sequence, nanoseconds;
    uint32_t subscriber, reserved;
};

// What matters of the line that is being read and of the event that it belongs to.
struct subscriber {
    int descriptor;
    SSL *tls;
    uint32_t length;
    char line[96];
    uint64_t sequence;
    char has_event, is_change, is_ready, is_closed;
};

static struct record *records;
static size_t record_count, record_room;
static size_t ready_count, closed_count;
// As many subscribers at most have asked and not been answered yet.
enum { AT_A_TIME = 64 };

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void keep(uint64_t sequence, uint64_t at, uint32_t subscriber) {
    if (record_count == record_room) {
        record_room = record_room ? record_room * 2 : 65536;
        records = realloc(records, record_room * sizeof *records);
        if (!records) fail("records");
    }
    records[record_count++] = (struct record){sequence, at, subscriber, 0};
}

static void take_line(struct subscriber *one, uint32_t index, uint64_t at) {
    uint32_t length = one->length;
    one->length = 0;
    if (length && one->line[length - 1] == '\r') length--;
    one->line[length < sizeof one->line ? length : sizeof one->line - 1] = 0;
    if (length == 0) {
        if (one->has_event) {
            if (!one->is_ready) one->is_ready = 1, ready_count++;
            if (one->is_change) keep(one->sequence, at, index);
        }
        one->has_event = one->is_change = 0;
    } else if (!strncmp(one->line, "HTTP/1.1 ", 9) && strncmp(one->line + 9, "200", 3)) {
        printf("refused %s\n", one->line);
        exit(1);
    } else if (!strncmp(one->line, "id: ", 4)) {
        char *dash = strrchr(one->line, '-');
        one->sequence = dash ? strtoull(dash + 1, NULL, 10) : 0;
    } else if (!strncmp(one->line, "event: ", 7)) {
        one->has_event = 1;
        one->is_change = !strcmp(one->line + 7, "complianceChanged");
    }
}

static void take(struct subscriber *one, uint32_t index, const char *bytes, ssize_t count, uint64_t at) {
    for (ssize_t i = 0; i < count; i++) {
        if (bytes[i] == '\n') {
            take_line(one, index, at);
        } else if (one->length < sizeof one->line - 1) {
            one->line[one->length++] = bytes[i];
        }
    }
}

static ssize_t receive(struct subscriber *one, char *bytes, int room) {
    if (!one->tls) return recv(one->descriptor, bytes, (size_t)room, MSG_DONTWAIT);
    int count = SSL_read(one->tls, bytes, room);
    if (count > 0) return count;
    int why = SSL_get_error(one->tls, count);
    errno = EAGAIN;
    return why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE ? -1 : 0;
}

static void read_all(struct subscriber *one, uint32_t index) {
    char bytes[16384];
    while (!one->is_closed) {
        ssize_t count = receive(one, bytes, sizeof bytes);
        if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
        if (count <= 0) {
            one->is_closed = 1;
            closed_count++;
            close(one->descriptor);
            return;
        }
        take(one, index, bytes, count, now());
        // A plain socket that gave less than there was room for has no more; asking again would cost a call each time.
        if (!one->tls && count < (ssize_t)sizeof bytes) return;
    }
}

static void begin(struct subscriber *one, const char *host, int port, SSL_CTX *context, char *line, int is_silent) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    inet_pton(AF_INET, host, &address.sin_addr);
    one->descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (one->descriptor < 0) fail("socket");
    int little = 4096;
    if (is_silent) setsockopt(one->descriptor, SOL_SOCKET, SO_RCVBUF, &little, sizeof little);
    if (connect(one->descriptor, (struct sockaddr *)&address, sizeof address)) fail("connect");
    if (context) {
        one->tls = SSL_new(context);
        SSL_set_fd(one->tls, one->descriptor);
        SSL_set_tlsext_host_name(one->tls, "localhost");
        if (SSL_connect(one->tls) != 1) fail("tls");
    }
    char request[16384];
    char *save = NULL;
    char *part = strtok_r(line, "\t\n", &save);
    int length = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost:%d\r\n", part, port);
    while ((part = strtok_r(NULL, "\t\n", &save)))
        length += snprintf(request + length, sizeof request - (size_t)length, "%s\r\n", part);
    length += snprintf(request + length, sizeof request - (size_t)length, "\r\n");
    ssize_t sent = one->tls ? SSL_write(one->tls, request, length) : send(one->descriptor, request, (size_t)length, 0);
    if (sent != length) fail("request");
    fcntl(one->descriptor, F_SETFL, O_NONBLOCK);
}

int main(int count, char **arguments) {
    if (count < 5) return 2;
    size_t silent = 0;
    SSL_CTX *context = NULL;
    for (int i = 5; i < count; i++) {
        if (!strcmp(arguments[i], "--tls")) context = SSL_CTX_new(TLS_client_method());
        if (!strcmp(arguments[i], "--silent") && i + 1 < count) silent = strtoul(arguments[i + 1], NULL, 10);
    }
    if (context) SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);

    size_t room = 0, total = 0;
    struct subscriber *all = NULL;
    char **lines = NULL;
    FILE *file = fopen(arguments[3], "r");
    if (!file) fail(arguments[3]);
    char *line = NULL;
    size_t capacity = 0;
    while (getline(&line, &capacity, file) > 0) {
        if (total == room) {
            room = room ? room * 2 : 1024;
            lines = realloc(lines, room * sizeof *lines);
        }
        lines[total++] = strdup(line);
    }
    fclose(file);
    all = calloc(total, sizeof *all);
    if (silent > total) silent = total;
    size_t readers = total - silent;

    int poll = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event input = {.events = EPOLLIN, .data.u64 = UINT64_MAX};
    epoll_ctl(poll, EPOLL_CTL_ADD, 0, &input);
    struct epoll_event events[1024];
    size_t begun = 0;
    int has_said = 0;
    for (int is_done = 0; !is_done;) {
        for (; begun < total && begun - ready_count < AT_A_TIME; begun++) {
            begin(&all[begun], arguments[1], atoi(arguments[2]), context, lines[begun], begun >= readers);
            struct epoll_event wanted = {.events = EPOLLIN, .data.u64 = begun};
            epoll_ctl(poll, EPOLL_CTL_ADD, all[begun].descriptor, &wanted);
        }
        int found = epoll_wait(poll, events, 1024, 1000);
        for (int i = 0; i < found; i++) {
            if (events[i].data.u64 == UINT64_MAX) {
                char bytes[64];
                if (read(0, bytes, sizeof bytes) <= 0) is_done = 1;
                continue;
            }
            struct subscriber *one = &all[events[i].data.u64];
            read_all(one, (uint32_t)events[i].data.u64);
            if (events[i].data.u64 >= readers && one->is_ready)
                epoll_ctl(poll, EPOLL_CTL_DEL, one->descriptor, NULL);
        }
        if (!has_said && begun == total && ready_count == total) {
            printf("ready %zu\n", ready_count);
            fflush(stdout);
            has_said = 1;
        }
    }
    FILE *out = fopen(arguments[4], "wb");
    if (!out || fwrite(records, sizeof *records, record_count, out) != record_count || fclose(out)) fail(arguments[4]);
    printf("closed %zu\n", closed_count);
    return 0;
}
