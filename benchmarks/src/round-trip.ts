import { median } from '@platen/cli/bench';
import { createEngine, createProcessExecutor, createThreadExecutor, type Executor } from '@platen/engine';
import type { Benchmark } from './benchmark.ts';
import { emptyOperation } from './empty-operation.ts';

const calls = 300;

/** What a child process costs over a worker thread when the work itself is nothing. */
export const benchmark: Benchmark = {
  name: 'round-trip',
  description: `An operation that does nothing, converted ${calls} times in process: child process against worker thread.`,
  async run() {
    const threads = await measure(createThreadExecutor({ threads: 1 }));
    const processes = await measure(createProcessExecutor({ processes: 1 }));
    return [
      {
        name: 'round trip of an empty task',
        unit: 'ms',
        ours: processes,
        peer: threads,
        peerName: 'threads',
        target: 2,
      },
    ];
  },
};

/** Milliseconds a conversion, by the median of warm ones. */
async function measure(executor: Executor): Promise<number> {
  const engine = createEngine({ operations: [emptyOperation], executor });
  const input = new TextEncoder().encode('%PDF-1.7\n');
  const times: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const start = performance.now();
    await using _conversion = await engine.convert(emptyOperation, input);
    times.push(performance.now() - start);
  }
  await engine.stop();
  return median(times);
}
