/**
 * The doors of the sandbox: which of the functions that Pyodide's WebAssembly module imports stay usable once guest code
 * may run. Everything that is not named here is shut, so a new Pyodide brings no new door by itself.
 */

/** Work on memory, the clock, and the file system in memory; none reaches anything of the host. */
export const openImports: ReadonlySet<string> = new Set([
  // Standard streams and files of the file system in memory.
  "fd_close",
  "fd_fdstat_get",
  "fd_pread",
  "fd_pwrite",
  "fd_read",
  "fd_seek",
  "fd_sync",
  "fd_write",
  "__syscall_chdir",
  "__syscall_chmod",
  "__syscall_dup",
  "__syscall_dup3",
  "__syscall_faccessat",
  "__syscall_fadvise64",
  "__syscall_fallocate",
  "__syscall_fchdir",
  "__syscall_fchmod",
  "__syscall_fchmodat2",
  "__syscall_fchown32",
  "__syscall_fchownat",
  "__syscall_fcntl64",
  "__syscall_fdatasync",
  "__syscall_fstat64",
  "__syscall_fstatfs64",
  "__syscall_ftruncate64",
  "__syscall_getcwd",
  "__syscall_getdents64",
  "__syscall_getuid32_js",
  "__syscall_ioctl",
  "__syscall_lstat64",
  "__syscall_mkdirat",
  "__syscall_newfstatat",
  "__syscall_openat",
  "__syscall_readlinkat",
  "__syscall_renameat",
  "__syscall_rmdir",
  "__syscall_stat64",
  "__syscall_statfs64",
  "__syscall_symlinkat",
  "__syscall_truncate64",
  "__syscall_umask_js",
  "__syscall_unlinkat",
  "__syscall_utimensat",
  "_try_fcntl64",
  // Clock, randomness, and the environment variables that Python was started with.
  "clock_res_get",
  "clock_time_get",
  "emscripten_date_now",
  "emscripten_get_now",
  "environ_get",
  "environ_sizes_get",
  "random_get",
  "_gmtime_js",
  "_localtime_js",
  "_mktime_js",
  "_timegm_js",
  "_tzset_js",
  // Growth of the memory, which the module's own maximum bounds.
  "emscripten_get_heap_max",
  "emscripten_resize_heap",
  // Calls of Python's own C functions whose signatures differ, and its check for signals.
  "_PyEM_TrampolineCall_JS",
  "_Py_emscripten_runtime",
]);

/** Answers in place of a shut system call, so that code gets an `OSError` instead of the end of its interpreter. */
const NOT_IMPLEMENTED = -52; // -ENOSYS, as Emscripten counts
const NOT_PERMITTED = -63; // -EPERM

export const refusedCalls: ReadonlyMap<string, number | bigint> = new Map([
  ...["accept4", "bind", "connect", "getpeername", "getsockname", "getsockopt", "listen"].map(refusedSocket),
  ...["recvfrom", "recvmsg", "sendmsg", "sendto", "socket"].map(refusedSocket),
  // A pipe's contents would be kept outside the memory that is limited.
  ["__syscall_pipe", NOT_IMPLEMENTED],
  ["__syscall_mknodat", NOT_PERMITTED],
  ["_mmap_js", NOT_IMPLEMENTED],
  ["_msync_js", NOT_IMPLEMENTED],
  ["_munmap_js", NOT_IMPLEMENTED],
  ["_setitimer_js", NOT_IMPLEMENTED],
  ["_emscripten_system", -1],
  // EAI_FAIL: a failure of name resolution that will not pass.
  ["getaddrinfo", -4],
  ["getnameinfo", -4],
  ["getprotobyname", 0],
  // No library, no symbol.
  ["_dlopen_js", 0],
  ["_dlsym_js", 0],
]);

function refusedSocket(name: string): [string, number] {
  return [`__syscall_${name}`, NOT_PERMITTED];
}
