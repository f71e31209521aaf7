import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { stampPackage } from './build/stamp-package.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

/** A package of ours as it would be published. */
export interface PackedPackage {
  readonly name: string;
  readonly tarball: string;
  /** Packages of ours that it depends on. */
  readonly needs: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly files?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** What `packPackages` wrote, beside the tarballs. */
const listName = 'packed.json';

/** The packages that `packPackages` has put into a folder before. */
export function readPacked(folder: string): readonly PackedPackage[] {
  return JSON.parse(readFileSync(join(folder, listName), 'utf8')) as readonly PackedPackage[];
}

/** Packs every package that is published into `folder`. Needs a build. */
export async function packPackages(folder: string): Promise<readonly PackedPackage[]> {
  await mkdir(folder, { recursive: true });
  const manifests = globSync('packages/{*,*/*}/package.json', { cwd: root })
    .map((path) => ({ path: dirname(path), manifest: readManifest(join(root, path)) }))
    .filter(({ manifest }) => manifest.private !== true);
  const stage = await mkdtemp(join(tmpdir(), 'platen-stage-'));
  let stdout: string;
  try {
    const staged = await Promise.all(manifests.map(({ path }) => stagePackage(path, join(stage, path))));
    stdout = await runNpm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder, ...staged], root);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
  const own = new Set(manifests.map(({ manifest }) => manifest.name));
  const packed = listPacked(stdout).map(({ name, filename }) => {
    const manifest = manifests.find((each) => each.manifest.name === name)?.manifest;
    return {
      name,
      tarball: join(folder, filename),
      needs: Object.keys(manifest?.dependencies ?? {}).filter((dependency) => own.has(dependency)),
    };
  });
  await writeFile(join(folder, listName), JSON.stringify(packed));
  return packed;
}

/**
 * Copies what of a package is published, and resolves to its folder. Where `PLATEN_REPOSITORY` names the page of the repository,
 * the package says that it comes from there.
 */
async function stagePackage(path: string, place: string): Promise<string> {
  const { files = [] } = readManifest(join(root, path, 'package.json'));
  await mkdir(place, { recursive: true });
  for (const name of ['package.json', 'README.md', ...files]) {
    await cp(join(root, path, name), join(place, name), { recursive: true });
  }
  await cp(join(root, 'LICENSE'), join(place, 'LICENSE'));
  const { PLATEN_REPOSITORY: repository } = process.env;
  if (repository !== undefined) await stampPackage(place, { root, path, repository });
  return place;
}

/** What `npm install` takes to install every package of a folder that `packPackages` wrote. */
export function installLine(folder: string): string {
  return `${folder}/*.tgz`;
}

/**
 * Installs packages of ours from their tarballs, with all they need of each other and what else `manifest` asks for, into a
 * folder as a user would; peers only when the manifest has them.
 */
export async function installPacked(
  folder: string,
  packed: readonly PackedPackage[],
  names: readonly string[],
  manifest: Pick<Manifest, 'dependencies'> = {},
): Promise<void> {
  const dependencies: Record<string, string> = { ...manifest.dependencies };
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const own = packed.find((each) => each.name === name);
    if (own === undefined) throw new Error(`${name} is no package of ours`);
    if (dependencies[name] === `file:${own.tarball}`) continue;
    dependencies[name] = `file:${own.tarball}`;
    waiting.push(...own.needs);
  }
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, ...manifest, dependencies }));
  await runNpm(['install', '--prefer-offline', '--no-audit', '--no-fund', '--omit=peer'], folder);
}

/** Runs the npm that runs this script, or the one in PATH, and resolves to what it printed. */
export async function runNpm(args: readonly string[], cwd: string): Promise<string> {
  // A script of npm knows where npm is; on Windows what PATH has is no program that can be started without a shell.
  const { npm_execpath: npm } = process.env;
  const [program, ...first] = npm === undefined ? ['npm'] : [process.execPath, npm];
  const { stdout } = await run(program, [...first, ...args], { cwd, maxBuffer: 2 ** 26 });
  return stdout;
}

export function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest;
}

interface Packed {
  readonly name: string;
  readonly filename: string;
}

/** npm 10 prints a list, npm 11 with several workspaces an object by name. */
function listPacked(json: string): readonly Packed[] {
  const packed = JSON.parse(json) as readonly Packed[] | Readonly<Record<string, Packed>>;
  return Object.values(packed);
}
