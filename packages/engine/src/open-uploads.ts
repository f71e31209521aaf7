import type { StagingFolder } from '@platen/core';

/** Uploads that were begun before an engine stopped: they may end within the grace period. */
export interface OpenUploads {
  /** The same folder, counted until it is disposed. */
  add(folder: StagingFolder): StagingFolder;
  /** Resolves when none is left, or after `graceMs` of this call or a later one. */
  ended(graceMs: number): Promise<void>;
}

export function createOpenUploads(): OpenUploads {
  const open = new Set<StagingFolder>();
  let waiting = new Set<() => void>();

  function release(): void {
    for (const end of waiting) end();
    waiting = new Set();
  }

  return {
    add(folder) {
      open.add(folder);
      return {
        path: folder.path,
        async [Symbol.asyncDispose]() {
          open.delete(folder);
          if (open.size === 0) release();
          await folder[Symbol.asyncDispose]();
        },
      };
    },
    async ended(graceMs) {
      if (open.size === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.add(resolve);
      const timer = setTimeout(release, graceMs);
      await promise;
      clearTimeout(timer);
    },
  };
}
