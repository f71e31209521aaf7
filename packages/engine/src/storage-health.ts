import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineStatus, Logger } from '@platen/core';
import { errorCode, shareAnswer } from '@platen/core/internal';
import { freeBytesOf } from './free-bytes.ts';

/** The status is public: the disk is written to no more often than this. */
const checkIntervalMs = 1_000;

/** A disk that was well this short a time ago makes nobody wait: while uploads are written, a probe takes longer than all else. */
const wellForMs = 2 * checkIntervalMs;

export interface StorageHealth {
  /** Looks at the disk, at most once a second, and answers what was found in the last two. Never rejects. */
  check(): Promise<EngineStatus['storage']>;
}

/**
 * Checks whether the disk of `folder` is writable and has `minFreeBytes` left. Logs when a problem is first found, and
 * when it is gone.
 */
export function createStorageHealth(folder: string, minFreeBytes: number, logger: Logger): StorageHealth {
  let last: EngineStatus['storage'] = 'ok';
  let wellUntil = Number.NEGATIVE_INFINITY;

  async function look(): Promise<EngineStatus['storage']> {
    const { state, cause } = await probe(folder, minFreeBytes);
    if (state !== last && state === 'ok') logger.warn({ folder }, 'the disk for staging can be used again');
    else if (state !== last) logger.error({ folder, minFreeBytes, err: cause }, `the disk for staging is ${state}`);
    last = state;
    wellUntil = state === 'ok' ? performance.now() + wellForMs : Number.NEGATIVE_INFINITY;
    return state;
  }

  const probeNow = shareAnswer(look, checkIntervalMs);
  return {
    async check() {
      const found = probeNow();
      return performance.now() < wellUntil ? 'ok' : found;
    },
  };
}

interface Finding {
  readonly state: EngineStatus['storage'];
  readonly cause?: unknown;
}

async function probe(folder: string, minFreeBytes: number): Promise<Finding> {
  const file = join(folder, `probe-${randomUUID()}`);
  try {
    const freeBytes = await freeBytesOf(folder);
    if (freeBytes < minFreeBytes) return { state: 'full', cause: new Error(`${freeBytes} bytes are free`) };
    await writeFile(file, 'x', { flag: 'wx', mode: 0o600 });
    return { state: 'ok' };
  } catch (error) {
    const code = errorCode(error);
    return { state: code === 'ENOSPC' || code === 'EDQUOT' ? 'full' : 'unavailable', cause: error };
  } finally {
    // A disk that is not writable has been reported already.
    await rm(file, { force: true }).catch(() => {});
  }
}
