import { counted } from './counted.ts';
import { limitExceeded } from './errors.ts';
import type { Limits } from './limits.ts';

/** Counts the files of one job against its limits. Both methods throw `PROCESSING_FAILED` with `output_limit`. */
export interface OutputBudget {
  /** Throws when this many more files would be too many: call it before the work on them begins. */
  expect(count: number): void;
  /** A file has been written. One that was written again under the same path counts with its last size. */
  take(path: string, sizeBytes: number): void;
}

/** Counts outputs as they are made; `PROCESSING_FAILED` with `output_limit` past a bound. */
export function createOutputBudget({
  maxOutputs,
  maxOutputBytes,
}: Pick<Limits, 'maxOutputs' | 'maxOutputBytes'>): OutputBudget {
  const taken = new Map<string, number>();
  let totalBytes = 0;
  const expect = (count: number) => {
    const actual = taken.size + count;
    if (actual <= maxOutputs) return;
    throw limitExceeded(
      'output_limit',
      `The conversion would produce ${counted(actual, 'file')}; the limit is ${maxOutputs}`,
      {
        limit: 'maxOutputs',
        allowed: maxOutputs,
        actual,
      },
    );
  };
  return {
    expect,
    take(path, sizeBytes) {
      const previousBytes = taken.get(path);
      if (previousBytes === undefined) expect(1);
      taken.set(path, sizeBytes);
      totalBytes += sizeBytes - (previousBytes ?? 0);
      if (totalBytes <= maxOutputBytes) return;
      throw limitExceeded('output_limit', `The files of the result would exceed the limit of ${maxOutputBytes} bytes`, {
        limit: 'maxOutputBytes',
        allowed: maxOutputBytes,
        actual: totalBytes,
      });
    },
  };
}
