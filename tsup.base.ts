import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Options } from 'tsup';
import { type CopiedFiles, copyFiles } from './scripts/build/copied-files.ts';
import { thirdPartyNotice } from './scripts/build/third-party-notice.ts';

export interface PackageBuild {
  /** Public entries, one for each name in `exports`. */
  readonly entries: readonly string[];
  /** Files a worker thread or child process loads by URL: always ESM, never inlined into an entry. */
  readonly workers?: readonly string[];
  /** Formats of the entries; hosts import both by default. */
  readonly formats?: readonly ('esm' | 'cjs')[];
  /** Dependencies that become part of the package: of many modules, only those in use. */
  readonly bundled?: readonly string[];
  /** The same of their code alone: declarations refer to theirs, which those of hosts refer to as well. */
  readonly bundledCode?: readonly string[];
  /** Files of dependencies that are loaded by their path: copied to `dist/vendor/<dependency>`. */
  readonly copied?: CopiedFiles;
}

const root = fileURLToPath(new URL('.', import.meta.url));

/** Where `npm run declarations` puts the declarations of all packages. */
const declarations = join(root, 'build', 'declarations');

/** Lets CommonJS modules that are bundled into ES modules require what Node has built in. */
const requireBanner = `import { createRequire as createBundledRequire } from 'node:module'; const require = createBundledRequire(import.meta.url);`;

/** Marks a path that `shaken` itself asks for. */
const resolving = Symbol('resolving');

/** The one build every package uses. */
export function packageBuild(build: PackageBuild) {
  const { entries, workers = [], formats = ['esm', 'cjs'], bundled = [], bundledCode = [], copied = {} } = build;
  const code = [...bundled, ...bundledCode];
  const builtIn = new Set<string>();
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
    tsconfig: join(root, 'tsconfig.base.json'),
  };
  const modules: Options = {
    ...shared,
    noExternal: code,
    entry: [...(formats.includes('esm') ? entries : []), ...workers],
    format: 'esm',
    esbuildPlugins: [shaken(code), thirdPartyNotice(Object.keys(copied), builtIn)],
    ...(code.length > 0 ? { banner: { js: requireBanner } } : {}),
    onSuccess: () => copyFiles(copied),
  };
  const types: Options = {
    ...shared,
    entry: [...entries, ...workers],
    format: [...formats],
    // Relative paths too: those between the declarations of a dependency.
    dts: {
      only: true,
      entry: declaredEntries([...entries, ...workers]),
      ...(bundled.length > 0 ? { resolve: [...bundled, /^\.\.?(\/|$)/] } : {}),
    },
  };
  // One object per format: `shims` may only touch the CommonJS build.
  const commonJs: Options = {
    ...shared,
    noExternal: code,
    entry: [...entries],
    format: 'cjs',
    shims: true,
    esbuildPlugins: [shaken(code), thirdPartyNotice([], builtIn)],
  };
  return defineConfig([modules, types, ...(formats.includes('cjs') ? [commonJs] : [])]);
}

/** The declarations of entries, which one run of the compiler wrote for all packages, by the name of the entry. */
function declaredEntries(entries: readonly string[]): Record<string, string> {
  const place = join(declarations, relative(root, process.cwd()));
  return Object.fromEntries(
    entries.map((entry) => {
      const name = entry.replace(/\.ts$/, '');
      return [name.replace(/^src\//, ''), join(place, `${name}.d.ts`)];
    }),
  );
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
