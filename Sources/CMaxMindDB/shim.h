#pragma once
#include <fcntl.h>
#include <maxminddb.h>
#include <sys/mman.h>

/* MMDB_get_value takes its path as variable arguments. */
static inline int postern_mmdb_get_value(MMDB_entry_s *entry, MMDB_entry_data_s *value, const char *first, const char *second) {
    return MMDB_get_value(entry, value, first, second, NULL);
}

/* The members of MMDB_entry_data_s lie in a union with a 128-bit integer, which is awkward to read from outside C. */
static inline const char *postern_mmdb_text(const MMDB_entry_data_s *value) { return value->utf8_string; }

/* The library maps files by name only, and glibc declares the calls for a file in memory to GNU sources only. */
extern int memfd_create(const char *, unsigned int);
static inline int postern_memory_file(const char *name) {
    return memfd_create(name, 0x0001U /* MFD_CLOEXEC */ | 0x0002U /* MFD_ALLOW_SEALING */);
}
static inline int postern_seal(int file) {
    return fcntl(file, 1033 /* F_ADD_SEALS */, 0x0001 | 0x0002 | 0x0004 | 0x0008 /* SEAL, SHRINK, GROW, WRITE */);
}
