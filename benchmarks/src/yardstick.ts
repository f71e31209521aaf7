import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';

const bytes = Buffer.from(Array.from({ length: 1 << 16 }, (_, index) => (index * index) & 63));

/** Processor time of a process and its threads, in milliseconds. */
export function processorMs(since?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

/**
 * How long a piece of work takes that never changes, some 20 ms: arithmetic, memory and native code, as conversions need them. Said
 * beside each measurement, it is what a slower moment of the machine is told apart by.
 */
export function measureYardstick(): { readonly wallMs: number; readonly cpuMs: number } {
  const start = performance.now();
  const usage = process.cpuUsage();
  const numbers = new Float64Array(1 << 16);
  for (let turn = 0; turn < 24; turn += 1) {
    for (let at = 0; at < numbers.length; at += 1) {
      numbers[at] = ((numbers[(at * 17) & 0xffff] as number) * 31 + at) % 65_521;
    }
  }
  deflateRawSync(bytes, { level: 6 });
  createHash('sha256').update(bytes).update(Buffer.from(numbers.buffer)).digest();
  return { wallMs: performance.now() - start, cpuMs: processorMs(usage) };
}
