import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { listThresholds, type Threshold } from './list-thresholds.ts';
import { accessorName, rewriteThresholds } from './rewrite-thresholds.ts';

/** Modules whose thresholds can be moved while they run. */
export interface LiveThresholds {
  readonly thresholds: readonly Threshold[];
  /** Imports a copy of a module, with copies of the modules of the folders that it needs. */
  load<Module>(path: string): Promise<Module>;
  /** Runs something with one threshold moved; one at a time. */
  runWith<Result>(index: number, value: number, run: () => Promise<Result>): Promise<Result>;
  /** The thresholds that something reads; those that cannot be told are among them. */
  readsOf(run: () => Promise<unknown>): Promise<ReadonlySet<number>>;
}

/** Makes the thresholds of a folder movable; modules of `around` are copied so that they use them. One in a process. */
export function createLiveThresholds(folder: string, around: readonly string[]): LiveThresholds {
  const thresholds = listThresholds(folder);
  const values = thresholds.map(({ value }) => value);
  const names = new Set(thresholds.map(({ name }) => name));
  const bound = new Map<number, (value: number) => void>();
  let reads = new Set<number>();
  Object.assign(globalThis, {
    [accessorName]: {
      read(index: number) {
        reads.add(index);
        return values[index];
      },
      bind(index: number, assign: (value: number) => void) {
        bound.set(index, assign);
      },
    },
  });
  copyModules([folder, ...around], (path, source) => {
    if (!path.startsWith(folder)) return source;
    const first = thresholds.findIndex((threshold) => threshold.path === path);
    return rewriteThresholds(path, source, first, names);
  });
  const move = (index: number, value: number) => {
    values[index] = value;
    bound.get(index)?.(value);
  };
  return {
    thresholds,
    load: async <Module>(path: string) => (await import(`${pathToFileURL(path).href}?live`)) as Module,
    async runWith(index, value, run) {
      move(index, value);
      try {
        return await run();
      } finally {
        move(index, thresholds[index]?.value ?? value);
      }
    },
    async readsOf(run) {
      reads = new Set(bound.keys());
      await run();
      return reads;
    },
  };
}

/** Marks modules imported from marked ones, if they are in one of the folders, and rewrites them. */
function copyModules(folders: readonly string[], rewrite: (path: string, source: string) => string): void {
  const copied = folders.map((folder) => pathToFileURL(folder).href);
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context);
      const isCopy = context.parentURL?.endsWith('?live') === true;
      const isInside = copied.some((folder) => resolved.url.startsWith(folder));
      return isCopy && isInside ? { ...resolved, url: `${resolved.url}?live` } : resolved;
    },
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith('?live')) return loaded;
      return { ...loaded, source: rewrite(fileURLToPath(url.slice(0, -'?live'.length)), String(loaded.source)) };
    },
  });
}
