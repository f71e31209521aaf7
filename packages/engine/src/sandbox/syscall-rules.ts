/** What happens to a system call. Errors are `EPERM`, or `ENOSYS` where a library then does without. */
export type SyscallVerdict =
  | 'forbidden'
  | 'not-there'
  /** It does nothing and reports success. */
  | 'pretended'
  /** Pretended for an open file, which has no path as the second argument; forbidden otherwise. */
  | 'pretended-if-open'
  /** Allowed when the first argument is the process itself. */
  | 'own-process'
  /** The same, and for 0, which means the process itself. */
  | 'own-or-zero'
  | 'threads-only'
  | 'no-death-signal';

export interface SyscallRule {
  readonly name: string;
  /** Its number on x86-64 and on arm64; null where it does not exist. */
  readonly x64: number | null;
  readonly arm64: number | null;
  readonly verdict: SyscallVerdict;
}

/** The newest call known here, `file_setattr` of Linux 6.17. Higher ones do not exist for a worker. */
export const newestSyscall = 469;

const rule = (verdict: SyscallVerdict, name: string, x64: number | null, arm64: number | null): SyscallRule => ({
  name,
  x64,
  arm64,
  verdict,
});

/** Sockets of any family. Pairs of anonymous ones remain. */
export const networkRules: readonly SyscallRule[] = [rule('forbidden', 'socket', 41, 198)];

/**
 * What a worker is denied besides the network: other processes, system settings, and ways around the file rules.
 * Numbers as in `asm/unistd_64.h` and `asm-generic/unistd.h` of Linux.
 */
export const syscallRules: readonly SyscallRule[] = [
  // New processes. glibc falls back to `clone` where there is no `clone3`, whose flags a filter cannot see.
  rule('threads-only', 'clone', 56, 220),
  rule('not-there', 'clone3', 435, 435),
  rule('forbidden', 'fork', 57, null),
  rule('forbidden', 'vfork', 58, null),
  // Signals to other processes, their memory and their descriptors.
  rule('own-process', 'kill', 62, 129),
  rule('own-process', 'tkill', 200, 130),
  rule('own-process', 'tgkill', 234, 131),
  rule('forbidden', 'rt_sigqueueinfo', 129, 138),
  rule('own-process', 'rt_tgsigqueueinfo', 297, 240),
  rule('forbidden', 'pidfd_send_signal', 424, 424),
  rule('forbidden', 'pidfd_open', 434, 434),
  rule('forbidden', 'pidfd_getfd', 438, 438),
  rule('forbidden', 'ptrace', 101, 117),
  rule('forbidden', 'process_vm_readv', 310, 270),
  rule('forbidden', 'process_vm_writev', 311, 271),
  rule('forbidden', 'process_madvise', 440, 440),
  rule('forbidden', 'process_mrelease', 448, 448),
  rule('forbidden', 'kcmp', 312, 272),
  rule('forbidden', 'migrate_pages', 256, 238),
  rule('forbidden', 'move_pages', 279, 239),
  // Limits and priorities of other processes; clearing the parent-death signal.
  rule('own-or-zero', 'prlimit64', 302, 261),
  rule('forbidden', 'setpriority', 141, 140),
  rule('own-or-zero', 'sched_setparam', 142, 118),
  rule('own-or-zero', 'sched_setscheduler', 144, 119),
  rule('own-or-zero', 'sched_setaffinity', 203, 122),
  rule('own-or-zero', 'sched_setattr', 314, 274),
  rule('forbidden', 'ioprio_set', 251, 30),
  rule('no-death-signal', 'prctl', 157, 167),
  // Modes, owners and times of files, which Landlock leaves alone. Copying a file sets its mode, which it has already, and its
  // times.
  rule('pretended', 'fchmod', 91, 52),
  rule('forbidden', 'chmod', 90, null),
  rule('forbidden', 'fchmodat', 268, 53),
  rule('forbidden', 'fchmodat2', 452, 452),
  rule('forbidden', 'chown', 92, null),
  rule('forbidden', 'lchown', 94, null),
  rule('forbidden', 'fchown', 93, 55),
  rule('forbidden', 'fchownat', 260, 54),
  rule('forbidden', 'utime', 132, null),
  rule('forbidden', 'utimes', 235, null),
  rule('forbidden', 'futimesat', 261, null),
  rule('pretended-if-open', 'utimensat', 280, 88),
  rule('forbidden', 'setxattr', 188, 5),
  rule('forbidden', 'lsetxattr', 189, 6),
  rule('forbidden', 'fsetxattr', 190, 7),
  rule('forbidden', 'removexattr', 197, 14),
  rule('forbidden', 'lremovexattr', 198, 15),
  rule('forbidden', 'fremovexattr', 199, 16),
  rule('forbidden', 'setxattrat', 463, 463),
  rule('forbidden', 'removexattrat', 466, 466),
  rule('forbidden', 'file_setattr', 469, 469),
  rule('forbidden', 'truncate', 76, 45),
  rule('forbidden', 'name_to_handle_at', 303, 264),
  rule('forbidden', 'open_by_handle_at', 304, 265),
  rule('forbidden', 'inotify_init', 253, null),
  rule('forbidden', 'inotify_init1', 294, 26),
  rule('forbidden', 'fanotify_init', 300, 262),
  // Memory and messages shared with other processes.
  rule('forbidden', 'shmget', 29, 194),
  rule('forbidden', 'shmat', 30, 196),
  rule('forbidden', 'shmctl', 31, 195),
  rule('forbidden', 'semget', 64, 190),
  rule('forbidden', 'semop', 65, 193),
  rule('forbidden', 'semctl', 66, 191),
  rule('forbidden', 'semtimedop', 220, 192),
  rule('forbidden', 'msgget', 68, 186),
  rule('forbidden', 'msgsnd', 69, 189),
  rule('forbidden', 'msgrcv', 70, 188),
  rule('forbidden', 'msgctl', 71, 187),
  rule('forbidden', 'mq_open', 240, 180),
  rule('forbidden', 'mq_unlink', 241, 181),
  // Calls that issue other calls past the filter.
  rule('not-there', 'io_uring_setup', 425, 425),
  rule('not-there', 'io_uring_enter', 426, 426),
  rule('not-there', 'io_uring_register', 427, 427),
  // Parts of the kernel that no conversion needs and that have had vulnerabilities.
  rule('forbidden', 'bpf', 321, 280),
  rule('forbidden', 'perf_event_open', 298, 241),
  rule('forbidden', 'userfaultfd', 323, 282),
  rule('forbidden', 'add_key', 248, 217),
  rule('forbidden', 'request_key', 249, 218),
  rule('forbidden', 'keyctl', 250, 219),
  rule('forbidden', 'unshare', 272, 97),
  rule('forbidden', 'setns', 308, 268),
  rule('forbidden', 'modify_ldt', 154, null),
  // System settings, in case the service runs as root.
  rule('forbidden', 'mount', 165, 40),
  rule('forbidden', 'umount2', 166, 39),
  rule('forbidden', 'pivot_root', 155, 41),
  rule('forbidden', 'chroot', 161, 51),
  rule('forbidden', 'open_tree', 428, 428),
  rule('forbidden', 'move_mount', 429, 429),
  rule('forbidden', 'fsopen', 430, 430),
  rule('forbidden', 'fsconfig', 431, 431),
  rule('forbidden', 'fsmount', 432, 432),
  rule('forbidden', 'fspick', 433, 433),
  rule('forbidden', 'mount_setattr', 442, 442),
  rule('forbidden', 'open_tree_attr', 467, 467),
  rule('forbidden', 'quotactl', 179, 60),
  rule('forbidden', 'quotactl_fd', 443, 443),
  rule('forbidden', 'acct', 163, 89),
  rule('forbidden', 'syslog', 103, 116),
  rule('forbidden', 'init_module', 175, 105),
  rule('forbidden', 'finit_module', 313, 273),
  rule('forbidden', 'delete_module', 176, 106),
  rule('forbidden', 'kexec_load', 246, 104),
  rule('forbidden', 'kexec_file_load', 320, 294),
  rule('forbidden', 'reboot', 169, 142),
  rule('forbidden', 'swapon', 167, 224),
  rule('forbidden', 'swapoff', 168, 225),
  rule('forbidden', 'sethostname', 170, 161),
  rule('forbidden', 'setdomainname', 171, 162),
  rule('forbidden', 'settimeofday', 164, 170),
  rule('forbidden', 'clock_settime', 227, 112),
  rule('forbidden', 'clock_adjtime', 305, 266),
  rule('forbidden', 'adjtimex', 159, 171),
  rule('forbidden', 'iopl', 172, null),
  rule('forbidden', 'ioperm', 173, null),
  rule('forbidden', 'vhangup', 153, 58),
];
