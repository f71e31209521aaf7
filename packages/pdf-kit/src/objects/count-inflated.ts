import { Readable } from 'node:stream';
import { createBrotliDecompress, createInflateRaw } from 'node:zlib';
import { isLimitExceeded } from '@platen/core/internal';
import type { InflateBudget } from './inflate-budget.ts';

const chunkBytes = 1024 * 1024;
/** The zlib header (RFC 1950) is skipped unchecked: readers inflate data with a wrong header or checksum too. */
const headerBytes = 2;

/** The filters whose output may be far larger than their input. */
export type InflatingFilter = 'FlateDecode' | 'BrotliDecode';

export function isInflating(filter: string): filter is InflatingFilter {
  return filter === 'FlateDecode' || filter === 'BrotliDecode';
}

/**
 * Undoes these filters in turn, charges the budget with the output of each, and discards it. Rejects with `damaged_file`
 * when that is more than the budget leaves; damaged data end where they are damaged.
 */
export async function countInflated(
  data: Uint8Array,
  filters: readonly InflatingFilter[],
  budget: InflateBudget,
): Promise<void> {
  let bytes: AsyncIterable<Uint8Array> = Readable.from([data]);
  for (const filter of filters) bytes = inflated(bytes, filter, budget);
  for await (const _ of bytes);
}

async function* inflated(
  source: AsyncIterable<Uint8Array>,
  filter: InflatingFilter,
  budget: InflateBudget,
): AsyncGenerator<Uint8Array> {
  const isDeflate = filter === 'FlateDecode';
  const inflate = (isDeflate ? createInflateRaw : createBrotliDecompress)({ chunkSize: chunkBytes });
  Readable.from(isDeflate ? withoutHeader(source) : source)
    .on('error', (error) => inflate.destroy(error))
    .pipe(inflate);
  try {
    for await (const chunk of inflate as AsyncIterable<Uint8Array>) {
      budget.spend(chunk.length);
      yield chunk;
    }
  } catch (error) {
    if (isLimitExceeded(error)) throw error;
  }
}

async function* withoutHeader(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let skip = headerBytes;
  for await (const chunk of source) {
    if (chunk.length > skip) yield chunk.subarray(skip);
    skip = Math.max(0, skip - chunk.length);
  }
}
