import { defineConfig, type Options } from 'tsup';

export interface PackageBuild {
  /** Public entries, one for each name in `exports`. */
  readonly entries: readonly string[];
  /** Files a worker thread or child process loads by URL: always ESM, never inlined into an entry. */
  readonly workers?: readonly string[];
  /** Formats of the entries; hosts import both by default. */
  readonly formats?: readonly ('esm' | 'cjs')[];
  /** Dependencies that become part of the package: of many small modules, only those in use. */
  readonly bundled?: readonly string[];
}

/** Marks a path that `shaken` itself asks for. */
const resolving = Symbol('resolving');

/** The one build every package uses. */
export function packageBuild({ entries, workers = [], formats = ['esm', 'cjs'], bundled = [] }: PackageBuild) {
  const shared: Options = {
    outDir: 'dist',
    target: 'node22',
    platform: 'node',
    sourcemap: true,
    clean: false,
    splitting: true,
    // Without this `node:sqlite` becomes `sqlite`, which does not exist.
    removeNodeProtocol: false,
    noExternal: [...bundled],
    esbuildPlugins: [shaken(bundled)],
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

/** Lets esbuild drop modules of these dependencies: theirs only define things, which their `package.json` does not say. */
function shaken(dependencies: readonly string[]): NonNullable<Options['esbuildPlugins']>[number] {
  return {
    name: 'shaken',
    setup(build) {
      const isOf = (path: string) =>
        dependencies.some((name) => path === name || path.includes(`/node_modules/${name}/`));
      build.onResolve({ filter: /./ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
        const own = path.startsWith('.') ? isOf(importer) : isOf(path);
        if (!own || pluginData === resolving) return undefined;
        const resolved = await build.resolve(path, { importer, kind, resolveDir, pluginData: resolving });
        return { ...resolved, sideEffects: false };
      });
    },
  };
}
