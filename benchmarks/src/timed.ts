export type Times = { readonly wallMs: number; readonly cpuMs: number };

/** Measures work done in this process, its threads included. */
export async function timed(work: () => Promise<void>): Promise<Times> {
  const start = performance.now();
  const usage = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(usage);
  return { wallMs: performance.now() - start, cpuMs: (user + system) / 1000 };
}

/** The middle one of several measurements. */
export function median(times: readonly Times[], key: keyof Times): number {
  return times.map((each) => each[key]).toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
