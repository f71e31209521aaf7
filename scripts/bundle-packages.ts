import { cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { Options } from 'tsup';
import { bundleWeb } from '../packages/dashboard/scripts/bundle-web.ts';

interface Manifest {
  readonly name: string;
  readonly exports?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  logLevel: 'error',
} as const;
const [, , folder] = process.argv;
if (folder === undefined) throw new TypeError('usage: node scripts/bundle-packages.ts FOLDER');
await bundlePackages(folder);

/**
 * Bundles the ES modules of every package as its `tsup.config.ts` says, and lays the packages out as if they were installed in
 * the folder: without declarations, CommonJS and copied files, so in seconds. What they depend on is looked for in the folders
 * above, one of which has to be the repository.
 */
async function bundlePackages(to: string): Promise<void> {
  const manifests = globSync('packages/{*,*/*}/package.json', { cwd: root });
  await Promise.all(
    manifests.map(async (path) => {
      const manifest = JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest;
      const from = join(root, dirname(path));
      const place = join(to, 'node_modules', manifest.name);
      layOut(manifest, from, place);
      await bundleTestWorkers(from, place);
      const configuration = join(from, 'tsup.config.ts');
      if (!existsSync(configuration)) return;
      const [options = {}] = (await import(configuration)).default as readonly Options[];
      await bundle(manifest, options, from, join(place, 'dist'));
    }),
  );
  const pages = join(to, 'node_modules/@platen/dashboard/dist/web');
  mkdirSync(pages, { recursive: true });
  for (const [name, bytes] of await bundleWeb()) writeFileSync(join(pages, name), bytes);
}

function layOut(manifest: Manifest, source: string, target: string): void {
  mkdirSync(target, { recursive: true });
  writeFileSync(
    join(target, 'package.json'),
    JSON.stringify({ ...manifest, exports: withoutSources(manifest.exports) }),
  );
  if (existsSync(join(source, 'bin'))) cpSync(join(source, 'bin'), join(target, 'bin'), { recursive: true });
  // Versions of its own.
  if (existsSync(join(source, 'node_modules'))) symlinkSync(join(source, 'node_modules'), join(target, 'node_modules'));
}

/** Whoever asks for sources gets what was bundled. */
function withoutSources(exports: unknown): unknown {
  return JSON.parse(JSON.stringify(exports ?? {}), (name, value) => (name === '@platen/source' ? undefined : value));
}

async function bundle(manifest: Manifest, options: Options, from: string, outdir: string): Promise<void> {
  const bundled = (options.noExternal ?? []).map(String);
  const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  await build({
    ...modules,
    absWorkingDir: from,
    entryPoints: Object.values(options.entry ?? []).map((path) => join(from, path)),
    outbase: join(from, 'src'),
    outdir,
    ...(typeof options.banner === 'object' ? { banner: { ...options.banner } } : {}),
    plugins: [
      ...(options.esbuildPlugins ?? []).filter(({ name }) => name === 'shaken'),
      external(installed.filter((name) => !bundled.includes(name))),
    ],
  });
}

/** Workers of operations that tests make. */
async function bundleTestWorkers(place: string, to: string): Promise<void> {
  const entryPoints = globSync('test/**/*.worker.ts', { cwd: place });
  if (entryPoints.length === 0) return;
  await build({ ...modules, absWorkingDir: place, entryPoints, outbase: place, outdir: to, packages: 'external' });
}

function external(names: readonly string[]): Plugin {
  const isOne = (path: string) => names.some((name) => path === name || path.startsWith(`${name}/`));
  return {
    name: 'external',
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, ({ path }) => (isOne(path) ? { path, external: true } : undefined));
    },
  };
}
