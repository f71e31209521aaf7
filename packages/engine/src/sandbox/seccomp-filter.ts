import { networkRules, newestSyscall, type SyscallRule, type SyscallVerdict, syscallRules } from './syscall-rules.ts';

/** A BPF program as seccomp(2) takes it. */
export interface SeccompFilter {
  readonly program: Uint8Array;
  readonly instructions: number;
}

export type SeccompArchitecture = 'x64' | 'arm64';

export interface SeccompRequest {
  readonly architecture: SeccompArchitecture;
  /** The process that will run under the filter. */
  readonly pid: number;
  readonly network: boolean;
}

const auditArchitectures = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;

/**
 * Offsets in `struct seccomp_data`: both architectures are little-endian, so the low half of an argument comes first.
 */
const numberOffset = 0;
const architectureOffset = 4;
const firstArgumentOffset = 16;
const secondArgumentOffset = 24;
/** From the low half of an argument to its high one. */
const halfBytes = 4;

/** Instructions (linux/bpf_common.h): load a word, jump if equal, if greater, if any bit is set, return. */
const LOAD = 0x20;
const JUMP_EQUAL = 0x15;
const JUMP_GREATER = 0x25;
const JUMP_SET = 0x45;
const RETURN = 0x06;

const killProcess = 0x80000000;
const allow = 0x7fff0000;
const fail = (errorNumber: number) => 0x00050000 | errorNumber;
const EPERM = 1;
const ENOSYS = 38;

const CLONE_THREAD = 0x00010000;
const PR_SET_PDEATHSIG = 1;

/** The filter of a worker process, by `syscall-rules.ts`. Whatever is not named there, and older than it, is allowed. */
export function seccompFilter({ architecture, pid, network }: SeccompRequest): SeccompFilter {
  const rules = network ? syscallRules : [...networkRules, ...syscallRules];
  const lines: Instruction[] = [
    [LOAD, 0, 0, architectureOffset],
    // Another architecture means the 32-bit calls of x86, whose numbers differ.
    [JUMP_EQUAL, 1, 0, auditArchitectures[architecture]],
    [RETURN, 0, 0, killProcess],
    [LOAD, 0, 0, numberOffset],
    // Also those of x32, which have a high bit set.
    [JUMP_GREATER, 0, 1, newestSyscall],
    [RETURN, 0, 0, fail(ENOSYS)],
    ...rules.flatMap((rule) => ruleLines(rule, architecture, pid)),
    [RETURN, 0, 0, allow],
  ];
  return { program: assemble(lines), instructions: lines.length };
}

/** Code, where to jump on true and on false, and a number (`struct sock_filter`). */
type Instruction = readonly [number, number, number, number];

function ruleLines(rule: SyscallRule, architecture: SeccompArchitecture, pid: number): readonly Instruction[] {
  const number = rule[architecture];
  if (number === null) return [];
  const body = verdictLines(rule.verdict, pid);
  return [[JUMP_EQUAL, 0, body.length, number], ...body];
}

/** The instructions for a known call; they always end in a return. */
function verdictLines(verdict: SyscallVerdict, pid: number): readonly Instruction[] {
  const denied: Instruction = [RETURN, 0, 0, fail(EPERM)];
  const allowed: Instruction = [RETURN, 0, 0, allow];
  const pretended: Instruction = [RETURN, 0, 0, fail(0)];
  const firstArgument: Instruction = [LOAD, 0, 0, firstArgumentOffset];
  switch (verdict) {
    case 'forbidden':
      return [denied];
    case 'not-there':
      return [[RETURN, 0, 0, fail(ENOSYS)]];
    case 'pretended':
      return [pretended];
    case 'pretended-if-open':
      return [
        [LOAD, 0, 0, secondArgumentOffset],
        [JUMP_EQUAL, 0, 2, 0],
        [LOAD, 0, 0, secondArgumentOffset + halfBytes],
        [JUMP_EQUAL, 1, 0, 0],
        denied,
        pretended,
      ];
    case 'own-process':
      return [firstArgument, [JUMP_EQUAL, 1, 0, pid], denied, allowed];
    case 'own-or-zero':
      return [firstArgument, [JUMP_EQUAL, 2, 0, pid], [JUMP_EQUAL, 1, 0, 0], denied, allowed];
    case 'threads-only':
      return [firstArgument, [JUMP_SET, 1, 0, CLONE_THREAD], denied, allowed];
    case 'no-death-signal':
      return [firstArgument, [JUMP_EQUAL, 0, 1, PR_SET_PDEATHSIG], denied, allowed];
  }
}

function assemble(lines: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(lines.length * 8);
  for (const [index, [code, whenTrue, whenFalse, value]] of lines.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(whenTrue, index * 8 + 2);
    bytes.writeUInt8(whenFalse, index * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4);
  }
  return bytes;
}
