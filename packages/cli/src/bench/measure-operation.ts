import { ConversionError, type Operation, silentLogger } from '@platen/core';
import { createEngine, createProcessExecutor, createThreadExecutor } from '@platen/engine';
import { watchChildMemory } from './child-memory.ts';
import { bootstrapInterval, type Interval, median } from './statistics.ts';

/** What one operation took for its files. */
export interface OperationTimes {
  readonly operation: string;
  readonly executor: 'processes' | 'threads';
  readonly files: readonly string[];
  readonly bytes: number;
  /** Of the first job of an engine: its worker is started, and loads its libraries. */
  readonly coldMs: number;
  /** Of those after it, median and where it is with a confidence of 95 %. */
  readonly warmMs: number;
  readonly interval: Interval;
  /** The most memory of its worker process, or of this process where it ran in a thread, in MB; NaN where it is not told. */
  readonly megabytes: number;
  /** The code of the error that it failed with, or null. */
  readonly failure: string | null;
}

/** Converts the same files once in an engine that has done nothing, and then several times more. */
export async function measureOperation(
  operation: Operation,
  files: readonly string[],
  {
    executor,
    turns,
    bytes,
  }: { readonly executor: 'processes' | 'threads'; readonly turns: number; readonly bytes: number },
): Promise<OperationTimes> {
  const logger = silentLogger;
  const engine = createEngine({
    operations: [operation],
    executor:
      executor === 'processes'
        ? createProcessExecutor({ processes: 1, logger })
        : createThreadExecutor({ threads: 1, logger }),
    logger,
  });
  const memory = executor === 'processes' ? watchChildMemory() : watchOwnMemory();
  const convert = async () => {
    const start = performance.now();
    await using _conversion = await engine.convert(operation, files);
    return performance.now() - start;
  };
  const common = { operation: operation.name, executor, files, bytes };
  try {
    const coldMs = await convert();
    const warm: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) warm.push(await convert());
    const interval = bootstrapInterval([warm], ([drawn]) => median(drawn));
    return { ...common, coldMs, warmMs: median(warm), interval, megabytes: memory.stop(), failure: null };
  } catch (error) {
    if (!ConversionError.is(error)) throw error;
    const none = Number.NaN;
    const interval = { low: none, high: none };
    return { ...common, coldMs: none, warmMs: none, interval, megabytes: memory.stop(), failure: error.code };
  } finally {
    await engine.stop(0);
  }
}

function watchOwnMemory(): { stop(): number } {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss() / 2 ** 20);
  }, 50);
  return {
    stop() {
      clearInterval(timer);
      return Math.max(peak, process.memoryUsage.rss() / 2 ** 20);
    },
  };
}
