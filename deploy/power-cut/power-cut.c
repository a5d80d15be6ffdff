/*
 * Preloaded into a program (LD_PRELOAD), records everything that it does to one folder, so that a test can rebuild what
 * a power cut would have left of it at any moment; makes syncs fail or slow on request. README.md describes the
 * journal.
 *
 * POWER_CUT_FOLDER   real path of the folder
 * POWER_CUT_JOURNAL  file outside the folder that the record is appended to; several processes may share it
 * POWER_CUT_LEDGER   file outside the folder whose writes enter the journal as well: what the program has acknowledged
 * POWER_CUT_FAULTS   file with a fault on each line, read again at every sync: ACTION NUMBER GLOB
 *                      slow 300 *-wal     delays each sync of a file that matches by 300 ms, or until this line is removed
 *                      fail 5 *           from the 5th matching sync on (counted from 0), answers EIO
 *                      fail-once 5 *      only the 5th
 *                      ignore 5 *         from the 5th on, reports success and makes nothing durable
 *                      full 5 *           from the 5th matching write on, answers ENOSPC; read again at every write, as
 *                      read-only 5 *      from the 5th matching write on, answers EROFS
 * POWER_CUT_KILL     once the journal has so many bytes, kills the process group, as a user who loses patience does
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define MAX_FAULTS 16
#define DELAY_STEP_MS 20
#define EXPORTED __attribute__((visibility("default")))
/* The next definition of a function: libc's. */
#define REAL(name) ((__typeof__(&name))real_symbol(#name))

enum { ELSEWHERE, IN_FOLDER, LEDGER };

static int journal = -1;
static char folder[PATH_MAX];
static char ledger[PATH_MAX];
static const char *faults;
static long long kill_at = -1;
static unsigned long fault_matches[MAX_FAULTS];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *real_symbol(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (found == NULL) {
    dprintf(2, "power-cut: libc has no %s\n", name);
    abort();
  }
  return found;
}

/* A record that cannot be kept would make the test say too much or too little: end the program instead. */
static void give_up(const char *what) {
  dprintf(2, "power-cut: cannot %s: %s\n", what, strerror(errno));
  abort();
}

__attribute__((constructor)) static void start(void) {
  const char *wanted = getenv("POWER_CUT_FOLDER"), *record = getenv("POWER_CUT_JOURNAL");
  if (wanted == NULL || record == NULL) return;
  if (realpath(wanted, folder) == NULL) give_up("find POWER_CUT_FOLDER");
  const char *acknowledged = getenv("POWER_CUT_LEDGER");
  if (acknowledged != NULL && realpath(acknowledged, ledger) == NULL) give_up("find POWER_CUT_LEDGER");
  faults = getenv("POWER_CUT_FAULTS");
  const char *bytes = getenv("POWER_CUT_KILL");
  if (bytes != NULL) kill_at = atoll(bytes);
  journal = REAL(open)(record, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (journal < 0) give_up("open POWER_CUT_JOURNAL");
}

/* One operation at a time, in this process and in others: the journal has the order in which they took effect. */
static void lock(void) {
  if (journal < 0) return;
  pthread_mutex_lock(&mutex);
  if (flock(journal, LOCK_EX) != 0) give_up("lock the journal");
}

static void unlock(void) {
  if (journal < 0) return;
  int kept = errno;
  flock(journal, LOCK_UN);
  pthread_mutex_unlock(&mutex);
  errno = kept;
}

static void append(const struct iovec *parts, int count) {
  size_t total = 0;
  for (int i = 0; i < count; i++) total += parts[i].iov_len;
  ssize_t written = REAL(writev)(journal, parts, count);
  if (written < 0 || (size_t)written != total) give_up("write the journal");
  struct stat status;
  if (kill_at >= 0 && fstat(journal, &status) == 0 && status.st_size >= kill_at) kill(0, SIGKILL);
}

__attribute__((format(printf, 1, 2))) static void record(const char *format, ...) {
  int kept = errno;
  char line[2 * NAME_MAX + 200];
  va_list values;
  va_start(values, format);
  int length = vsnprintf(line, sizeof line, format, values);
  va_end(values);
  if (length < 0 || (size_t)length >= sizeof line) give_up("record an operation");
  append(&(struct iovec){line, (size_t)length}, 1);
  errno = kept;
}

static void record_bytes(const char *head, const struct iovec *parts, int count, size_t length) {
  int kept = errno;
  struct iovec all[IOV_MAX];
  all[0] = (struct iovec){(void *)head, strlen(head)};
  int used = 1;
  for (int i = 0; i < count && length > 0; i++) {
    if (used == IOV_MAX) give_up("record so many buffers");
    size_t taken = parts[i].iov_len < length ? parts[i].iov_len : length;
    all[used++] = (struct iovec){parts[i].iov_base, taken};
    length -= taken;
  }
  append(all, used);
  errno = kept;
}

static int is_under(const char *path) {
  size_t length = strlen(folder);
  return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

/* Where a descriptor's file lies, however it was opened, duplicated or renamed since. */
static int place_of(int fd, struct stat *found, char path[PATH_MAX]) {
  if (journal < 0 || fd < 0) return ELSEWHERE;
  int kept = errno, place = ELSEWHERE;
  if (fstat(fd, found) == 0 && (S_ISREG(found->st_mode) || S_ISDIR(found->st_mode))) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    path[length < 0 ? 0 : length] = '\0';
    if (is_under(path)) place = IN_FOLDER;
    else if (ledger[0] != '\0' && strcmp(path, ledger) == 0) place = LEDGER;
  }
  errno = kept;
  return place;
}

struct name {
  unsigned long long parent;
  char text[NAME_MAX + 1];
};

/*
 * The folder and the name that a path consists of; false when that folder is not watched. Called under the lock, as is
 * the operation itself even when this is false: another thread may be about to make the folder.
 */
static int find_name(int directory, const char *path, struct name *found) {
  if (journal < 0 || path == NULL || path[0] == '\0') return 0;
  int kept = errno, ok = 0;
  char whole[2 * PATH_MAX] = "", parent[PATH_MAX];
  if (path[0] != '/') {
    char base[PATH_MAX] = "", link[64];
    if (directory == AT_FDCWD) {
      if (getcwd(base, sizeof base) == NULL) base[0] = '\0';
    } else {
      snprintf(link, sizeof link, "/proc/self/fd/%d", directory);
      ssize_t length = readlink(link, base, sizeof base - 1);
      base[length < 0 ? 0 : length] = '\0';
    }
    snprintf(whole, sizeof whole, "%s/%s", base, path);
  } else {
    snprintf(whole, sizeof whole, "%s", path);
  }
  size_t length = strlen(whole);
  while (length > 1 && whole[length - 1] == '/') whole[--length] = '\0';
  char *slash = strrchr(whole, '/');
  const char *name = slash + 1;
  struct stat status;
  if (slash != NULL && name[0] != '\0' && strcmp(name, ".") != 0 && strcmp(name, "..") != 0 && strlen(name) <= NAME_MAX) {
    snprintf(found->text, sizeof found->text, "%s", name);
    *slash = '\0';
    if (realpath(whole[0] == '\0' ? "/" : whole, parent) != NULL && is_under(parent) && stat(parent, &status) == 0) {
      found->parent = status.st_ino;
      ok = 1;
    }
  }
  errno = kept;
  return ok;
}

static unsigned long long inode_of(int directory, const char *path) {
  int kept = errno;
  struct stat status;
  unsigned long long inode = fstatat(directory, path, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status.st_ino : 0;
  errno = kept;
  return inode;
}

/* Files come to be, and lose their bytes, by being opened. */

static int open_recorded(int directory, const char *path, int flags, mode_t mode) {
  if (!(flags & (O_CREAT | O_TRUNC))) return REAL(openat)(directory, path, flags, mode);
  struct name name;
  struct stat status;
  lock();
  int is_watched = find_name(directory, path, &name);
  int existed = fstatat(directory, path, &status, 0) == 0;
  int fd = REAL(openat)(directory, path, flags, mode);
  int kept = errno;
  int is_recorded = is_watched && fd >= 0;
  if (is_recorded && !existed && fstat(fd, &status) == 0)
    record("create %llu %llu file %s\n", name.parent, (unsigned long long)status.st_ino, name.text);
  else if (is_recorded && (flags & O_TRUNC) && S_ISREG(status.st_mode) && status.st_size > 0)
    record("truncate %llu 0\n", (unsigned long long)status.st_ino);
  errno = kept;
  unlock();
  return fd;
}

#define MODE_OF(flags)                             \
  mode_t mode = 0;                                 \
  if (flags & (O_CREAT | O_TMPFILE)) {             \
    va_list values;                                \
    va_start(values, flags);                       \
    mode = (mode_t)va_arg(values, int);            \
    va_end(values);                                \
  }

EXPORTED int open(const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_recorded(AT_FDCWD, path, flags, mode);
}
EXPORTED int open64(const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_recorded(AT_FDCWD, path, flags, mode);
}
EXPORTED int openat(int directory, const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_recorded(directory, path, flags, mode);
}
EXPORTED int openat64(int directory, const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_recorded(directory, path, flags, mode);
}
EXPORTED int creat(const char *path, mode_t mode) {
  return open_recorded(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}
EXPORTED int creat64(const char *path, mode_t mode) { return creat(path, mode); }

/* Faults. */

enum { PASS, FAIL, IGNORE, FULL, READ_ONLY };

static int is_of_writes(const char *action) { return strcmp(action, "full") == 0 || strcmp(action, "read-only") == 0; }

/* The delay that the faults ask for now, and, when `counted`, what else is to happen to this sync or write. */
static int find_fault(const char *path, int counted, int is_write, unsigned long *delay_ms) {
  *delay_ms = 0;
  FILE *file = faults == NULL ? NULL : fopen(faults, "re");
  if (file == NULL) return PASS;
  char action[20], glob[PATH_MAX];
  unsigned long number;
  int result = PASS;
  for (int line = 0; line < MAX_FAULTS && fscanf(file, "%19s %lu %4095s", action, &number, glob) == 3; line++) {
    if (fnmatch(glob, path, 0) != 0) continue;
    if (is_of_writes(action) != is_write) continue;
    if (strcmp(action, "slow") == 0) *delay_ms = number;
    if (strcmp(action, "slow") == 0 || !counted) continue;
    unsigned long match = __atomic_fetch_add(&fault_matches[line], 1, __ATOMIC_SEQ_CST);
    if (strcmp(action, "fail") == 0 && match >= number) result = FAIL;
    else if (strcmp(action, "fail-once") == 0 && match == number) result = FAIL;
    else if (strcmp(action, "ignore") == 0 && match >= number) result = IGNORE;
    else if (strcmp(action, "full") == 0 && match >= number) result = FULL;
    else if (strcmp(action, "read-only") == 0 && match >= number) result = READ_ONLY;
  }
  fclose(file);
  return result;
}

/* Bytes. `offset` -1 stands for the descriptor's own position. */

static ssize_t write_recorded(int fd, const struct iovec *parts, int count, off_t offset, int is_vector) {
  struct stat status;
  char path[PATH_MAX], head[100];
  int place = place_of(fd, &status, path);
  unsigned long no_delay;
  int fault = place == IN_FOLDER ? find_fault(path, 1, 1, &no_delay) : PASS;
  if (fault != PASS) {
    errno = fault == FULL ? ENOSPC : EROFS;
    return -1;
  }
  if (place != ELSEWHERE) lock();
  ssize_t written = offset >= 0 ? REAL(pwritev)(fd, parts, count, offset)
                    : is_vector ? REAL(writev)(fd, parts, count)
                                : REAL(write)(fd, parts[0].iov_base, parts[0].iov_len);
  if (place == ELSEWHERE) return written;
  if (written > 0 && place == LEDGER) {
    snprintf(head, sizeof head, "acknowledge %zd\n", written);
    record_bytes(head, parts, count, (size_t)written);
  } else if (written > 0) {
    off_t start = offset >= 0 ? offset : lseek(fd, 0, SEEK_CUR) - written;
    snprintf(head, sizeof head, "write %llu %lld %zd\n", (unsigned long long)status.st_ino, (long long)start, written);
    record_bytes(head, parts, count, (size_t)written);
  }
  unlock();
  return written;
}

EXPORTED ssize_t write(int fd, const void *bytes, size_t length) {
  return write_recorded(fd, &(struct iovec){(void *)bytes, length}, 1, -1, 0);
}
EXPORTED ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
  return write_recorded(fd, &(struct iovec){(void *)bytes, length}, 1, offset, 0);
}
EXPORTED ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
  return write_recorded(fd, &(struct iovec){(void *)bytes, length}, 1, offset, 0);
}
EXPORTED ssize_t writev(int fd, const struct iovec *parts, int count) {
  return write_recorded(fd, parts, count, -1, 1);
}
EXPORTED ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
  return write_recorded(fd, parts, count, offset, 1);
}
EXPORTED ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) {
  return write_recorded(fd, parts, count, offset, 1);
}

EXPORTED int ftruncate(int fd, off_t length) {
  struct stat status;
  char path[PATH_MAX];
  if (place_of(fd, &status, path) != IN_FOLDER) return REAL(ftruncate)(fd, length);
  lock();
  int result = REAL(ftruncate)(fd, length);
  if (result == 0) record("truncate %llu %lld\n", (unsigned long long)status.st_ino, (long long)length);
  unlock();
  return result;
}
EXPORTED int ftruncate64(int fd, off64_t length) { return ftruncate(fd, length); }

EXPORTED int truncate(const char *path, off_t length) {
  struct name name;
  lock();
  int is_watched = find_name(AT_FDCWD, path, &name);
  int result = REAL(truncate)(path, length);
  if (result == 0 && is_watched) record("truncate %llu %lld\n", inode_of(AT_FDCWD, path), (long long)length);
  unlock();
  return result;
}
EXPORTED int truncate64(const char *path, off64_t length) { return truncate(path, length); }

/* Names. */

EXPORTED int mkdirat(int directory, const char *path, mode_t mode) {
  struct name name;
  lock();
  int is_watched = find_name(directory, path, &name);
  int result = REAL(mkdirat)(directory, path, mode);
  if (result == 0 && is_watched) record("create %llu %llu folder %s\n", name.parent, inode_of(directory, path), name.text);
  unlock();
  return result;
}
EXPORTED int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

EXPORTED int unlinkat(int directory, const char *path, int flags) {
  struct name name;
  lock();
  int is_watched = find_name(directory, path, &name);
  int result = REAL(unlinkat)(directory, path, flags);
  if (result == 0 && is_watched) record("remove %llu %s\n", name.parent, name.text);
  unlock();
  return result;
}
EXPORTED int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
EXPORTED int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }
EXPORTED int remove(const char *path) {
  int result = unlink(path);
  return result != 0 && (errno == EISDIR || errno == EPERM) ? rmdir(path) : result;
}

static int rename_recorded(int from_directory, const char *from, int to_directory, const char *to, unsigned flags) {
  struct name source, target;
  lock();
  int leaves = find_name(from_directory, from, &source), arrives = find_name(to_directory, to, &target);
  int is_same = inode_of(from_directory, from) == inode_of(to_directory, to);
  int result = REAL(renameat2)(from_directory, from, to_directory, to, flags);
  if (result == 0 && (leaves || arrives) && (!leaves || !arrives || (flags & ~(unsigned)RENAME_NOREPLACE) != 0)) {
    record("unknown a rename into or out of the folder, or an exchange\n");
  } else if (result == 0 && leaves && !is_same) {
    record("rename %llu %llu %s/%s\n", source.parent, target.parent, source.text, target.text);
  }
  unlock();
  return result;
}
EXPORTED int rename(const char *from, const char *to) { return rename_recorded(AT_FDCWD, from, AT_FDCWD, to, 0); }
EXPORTED int renameat(int from_directory, const char *from, int to_directory, const char *to) {
  return rename_recorded(from_directory, from, to_directory, to, 0);
}
EXPORTED int renameat2(int from_directory, const char *from, int to_directory, const char *to, unsigned flags) {
  return rename_recorded(from_directory, from, to_directory, to, flags);
}

EXPORTED int linkat(int from_directory, const char *from, int to_directory, const char *to, int flags) {
  struct name target;
  lock();
  int is_watched = find_name(to_directory, to, &target);
  int result = REAL(linkat)(from_directory, from, to_directory, to, flags);
  if (result == 0 && is_watched) record("link %llu %llu %s\n", target.parent, inode_of(to_directory, to), target.text);
  unlock();
  return result;
}
EXPORTED int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

/* Syncs. The disk itself is left alone: what counts as durable is what the journal says. */

/* Ends early when the faults change: a test that has seen what a slow disk does need not wait for it. */
static void delay(const char *path) {
  const struct timespec step = {0, DELAY_STEP_MS * 1000000L};
  unsigned long delay_ms;
  for (unsigned long waited_ms = 0;; waited_ms += DELAY_STEP_MS) {
    find_fault(path, 0, 0, &delay_ms);
    if (waited_ms >= delay_ms) return;
    nanosleep(&step, NULL);
  }
}

static int sync_recorded(int fd, int (*really)(int)) {
  struct stat status;
  char path[PATH_MAX];
  if (place_of(fd, &status, path) != IN_FOLDER) return really(fd);
  delay(path);
  unsigned long delay_ms;
  int fault = find_fault(path, 1, 0, &delay_ms);
  lock();
  if (fault != IGNORE) record("%s %llu\n", fault == FAIL ? "fail" : "sync", (unsigned long long)status.st_ino);
  unlock();
  if (fault != FAIL) return 0;
  errno = EIO;
  return -1;
}
EXPORTED int fsync(int fd) { return sync_recorded(fd, REAL(fsync)); }
EXPORTED int fdatasync(int fd) { return sync_recorded(fd, REAL(fdatasync)); }

/* The watched folder is all that the disk of a test consists of. */
EXPORTED int syncfs(int fd) {
  struct stat status;
  char path[PATH_MAX];
  if (place_of(fd, &status, path) != IN_FOLDER) return REAL(syncfs)(fd);
  lock();
  record("sync-all\n");
  unlock();
  return 0;
}

/* What would change the folder unseen. The comparison at the end of a recording finds other ways, such as bare system calls. */

static void refuse(int fd, const char *how) {
  struct stat status;
  char path[PATH_MAX];
  if (place_of(fd, &status, path) != IN_FOLDER) return;
  lock();
  record("unknown %s\n", how);
  unlock();
}

static void refuse_mapping(int fd, int protection, int flags) {
  struct stat status;
  char path[PATH_MAX];
  if (fd < 0 || !(protection & PROT_WRITE) || !(flags & MAP_SHARED)) return;
  if (place_of(fd, &status, path) != IN_FOLDER) return;
  /* SQLite's index of a write-ahead log: rebuilt after a power cut, whatever it holds. */
  size_t length = strlen(path);
  if (length >= 4 && strcmp(path + length - 4, "-shm") == 0) return;
  refuse(fd, "a shared, writable mapping");
}
EXPORTED void *mmap(void *address, size_t length, int protection, int flags, int fd, off_t offset) {
  refuse_mapping(fd, protection, flags);
  return REAL(mmap)(address, length, protection, flags, fd, offset);
}
EXPORTED void *mmap64(void *address, size_t length, int protection, int flags, int fd, off64_t offset) {
  refuse_mapping(fd, protection, flags);
  return REAL(mmap)(address, length, protection, flags, fd, offset);
}
EXPORTED ssize_t sendfile(int to, int from, off_t *offset, size_t length) {
  refuse(to, "sendfile");
  return REAL(sendfile)(to, from, offset, length);
}
EXPORTED ssize_t sendfile64(int to, int from, off64_t *offset, size_t length) { return sendfile(to, from, offset, length); }
EXPORTED ssize_t copy_file_range(int from, off64_t *from_offset, int to, off64_t *to_offset, size_t length, unsigned flags) {
  refuse(to, "copy_file_range");
  return REAL(copy_file_range)(from, from_offset, to, to_offset, length, flags);
}
EXPORTED int fallocate(int fd, int mode, off_t offset, off_t length) {
  refuse(fd, "fallocate");
  return REAL(fallocate)(fd, mode, offset, length);
}
EXPORTED int fallocate64(int fd, int mode, off64_t offset, off64_t length) { return fallocate(fd, mode, offset, length); }
EXPORTED int posix_fallocate(int fd, off_t offset, off_t length) {
  refuse(fd, "posix_fallocate");
  return REAL(posix_fallocate)(fd, offset, length);
}
EXPORTED int posix_fallocate64(int fd, off64_t offset, off64_t length) { return posix_fallocate(fd, offset, length); }

/* A symbolic link is written with its inode, so that it is whole wherever its name is. */
EXPORTED int symlinkat(const char *target, int directory, const char *path) {
  struct name name;
  char head[NAME_MAX + 100];
  lock();
  int is_watched = find_name(directory, path, &name);
  int result = REAL(symlinkat)(target, directory, path);
  if (result == 0 && is_watched) {
    size_t length = strlen(target);
    snprintf(head, sizeof head, "symlink %llu %llu %s/%zu\n", name.parent, inode_of(directory, path), name.text, length);
    record_bytes(head, &(struct iovec){(void *)target, length}, 1, length);
  }
  unlock();
  return result;
}
EXPORTED int symlink(const char *target, const char *path) { return symlinkat(target, AT_FDCWD, path); }
