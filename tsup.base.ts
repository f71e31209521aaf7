import { defineConfig, type Options } from 'tsup';

export interface PackageBuild {
  /** Public entries, one for each name in `exports`. */
  readonly entries: readonly string[];
  /** Files a worker thread or child process loads by URL: always ESM, never inlined into an entry. */
  readonly workers?: readonly string[];
  /** Formats of the entries; hosts import both by default. */
  readonly formats?: readonly ('esm' | 'cjs')[];
}

/** The one build every package uses. */
export function packageBuild({ entries, workers = [], formats = ['esm', 'cjs'] }: PackageBuild) {
  const shared: Options = {
    outDir: 'dist',
    target: 'node22',
    platform: 'node',
    sourcemap: true,
    clean: false,
    splitting: true,
    // Without this `node:sqlite` becomes `sqlite`, which does not exist.
    removeNodeProtocol: false,
    dts: { compilerOptions: { customConditions: [] } },
    tsconfig: new URL('./tsconfig.base.json', import.meta.url).pathname,
  };
  const esmEntries = formats.includes('esm') ? [...entries, ...workers] : [...workers];
  // One object per format: `shims` may only touch the CommonJS build.
  const builds: Options[] = [{ ...shared, entry: esmEntries, format: 'esm' }];
  if (formats.includes('cjs')) {
    builds.push({ ...shared, entry: [...entries], format: 'cjs', shims: true });
  }
  return defineConfig(builds);
}
