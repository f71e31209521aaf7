import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineStatus, Logger } from '@platen/core';
import { errorCode, shareAnswer } from '@platen/core/internal';
import { freeBytesOf } from './free-bytes.ts';

/** The status is public: the disk is written to no more often than this. */
const checkIntervalMs = 1_000;

export interface StorageHealth {
  /** Looks at the disk, at most once a second. Never rejects. */
  check(): Promise<EngineStatus['storage']>;
}

/**
 * Checks whether the disk of `folder` is writable and has `minFreeBytes` left. Logs when a problem is first found, and
 * when it is gone.
 */
export function createStorageHealth(folder: string, minFreeBytes: number, logger: Logger): StorageHealth {
  let last: EngineStatus['storage'] = 'ok';

  async function look(): Promise<EngineStatus['storage']> {
    const { state, cause } = await probe(folder, minFreeBytes);
    if (state !== last && state === 'ok') logger.warn({ folder }, 'the disk for staging can be used again');
    else if (state !== last) logger.error({ folder, minFreeBytes, err: cause }, `the disk for staging is ${state}`);
    last = state;
    return state;
  }

  return { check: shareAnswer(look, checkIntervalMs) };
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
