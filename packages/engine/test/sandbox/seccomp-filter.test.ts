import { expect, test } from 'vitest';
import { type SeccompArchitecture, seccompFilter } from '../../src/sandbox/seccomp-filter.ts';
import { newestSyscall, syscallRules } from '../../src/sandbox/syscall-rules.ts';

const pid = 4_242;
const audit = { x64: 0xc000003e, arm64: 0xc00000b7 };
const [allow, kill, denied, notThere, pretended] = [0x7fff0000, 0x80000000, 0x00050001, 0x00050026, 0x00050000];

interface Call {
  readonly architecture?: number;
  readonly number: number;
  readonly args?: readonly (number | bigint)[];
}

/** What the kernel would do: runs the program on a `struct seccomp_data`, as bpf(4) describes the machine. */
function verdict(architecture: SeccompArchitecture, call: Call, network = false): number {
  const { program, instructions } = seccompFilter({ architecture, pid, network });
  expect(program.byteLength).toBe(instructions * 8);
  const code = Buffer.from(program);
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call.number, 0);
  data.writeUInt32LE(call.architecture ?? audit[architecture], 4);
  for (const [index, arg] of (call.args ?? []).entries())
    data.writeBigUInt64LE(BigInt.asUintN(64, BigInt(arg)), 16 + index * 8);
  let accumulator = 0;
  for (let at = 0; at < instructions; at += 1) {
    const operation = code.readUInt16LE(at * 8);
    const value = code.readUInt32LE(at * 8 + 4);
    const jump = (isTrue: boolean) => {
      at += code.readUInt8(at * 8 + (isTrue ? 2 : 3));
    };
    if (operation === 0x06) return value;
    else if (operation === 0x20) accumulator = data.readUInt32LE(value);
    else if (operation === 0x15) jump(accumulator === value);
    else if (operation === 0x25) jump(accumulator > value);
    else if (operation === 0x45) jump((accumulator & value) !== 0);
    else throw new Error(`no such instruction: ${operation}`);
  }
  throw new Error('the program ran off its end');
}

const architectures = ['x64', 'arm64'] as const;
const numbers = {
  read: { x64: 0, arm64: 63 },
  execve: { x64: 59, arm64: 221 },
  socket: { x64: 41, arm64: 198 },
  kill: { x64: 62, arm64: 129 },
  clone: { x64: 56, arm64: 220 },
  prlimit: { x64: 302, arm64: 261 },
  prctl: { x64: 157, arm64: 167 },
  fchmod: { x64: 91, arm64: 52 },
  utimensat: { x64: 280, arm64: 88 },
  ptrace: { x64: 101, arm64: 117 },
};

test.each(architectures)('on %s each call meets its verdict', (architecture) => {
  const of = (name: keyof typeof numbers, ...args: readonly (number | bigint)[]) =>
    verdict(architecture, { number: numbers[name][architecture], args });
  expect([of('read'), of('execve')]).toEqual([allow, allow]);
  expect([of('socket'), of('ptrace')]).toEqual([denied, denied]);
  expect([of('kill', pid), of('kill', pid + 1), of('kill', 0), of('kill', -1)]).toEqual([
    allow,
    denied,
    denied,
    denied,
  ]);
  expect([of('clone', 0x3d0f00), of('clone', 0x11)]).toEqual([allow, denied]);
  expect([of('prlimit', 0), of('prlimit', pid), of('prlimit', 1)]).toEqual([allow, allow, denied]);
  expect([of('prctl', 1), of('prctl', 22)]).toEqual([denied, allow]);
  expect(of('fchmod', 5)).toBe(pretended);
  expect([of('utimensat', 5, 0), of('utimensat', 5, 4_096), of('utimensat', 5, 1n << 40n)]).toEqual([
    pretended,
    denied,
    denied,
  ]);
});

test('with a network sockets are allowed, and nothing else more', () => {
  expect(verdict('x64', { number: numbers.socket.x64 }, true)).toBe(allow);
  expect(verdict('x64', { number: numbers.ptrace.x64 }, true)).toBe(denied);
});

test('calls of another architecture end the process, and those nobody knew yet are not there', () => {
  expect(verdict('x64', { number: 0, architecture: 0x40000003 })).toBe(kill);
  expect(verdict('arm64', { number: 0, architecture: audit.x64 })).toBe(kill);
  expect(verdict('x64', { number: newestSyscall + 1 })).toBe(notThere);
  expect(verdict('x64', { number: 0x40000000 + numbers.socket.x64 })).toBe(notThere);
});

test('no call has two rules', () => {
  for (const architecture of architectures) {
    const known = syscallRules.map((rule) => rule[architecture]).filter((number) => number !== null);
    expect(new Set(known).size).toBe(known.length);
  }
});
