import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Advisory, findAffected } from './build/advisories.ts';
import { billOfMaterials, type Component, componentOf } from './build/bundled-components.ts';

// `node scripts/sbom.ts <file> [<advisories>]`: writes what is published as a CycloneDX document, the code that is bundled into
// packages included, which `npm sbom` and `npm audit` do not see. With a file of advisories in the format of OSV, the one that
// https://osv.dev offers for download, it fails when one of them affects a component. Needs a build.

const root = fileURLToPath(new URL('..', import.meta.url));
const [file, feed] = process.argv.slice(2);
if (file === undefined) throw new Error('Say where to: node scripts/sbom.ts <file> [<advisories>]');

const components = [...installedComponents(), ...bundledComponents()];
const { version } = readJson<{ version: string }>('packages/core/package.json');
writeFileSync(file, billOfMaterials({ name: 'platen', version }, components));
console.log(`${components.length} components are in ${file}.`);
if (feed !== undefined) {
  const affected = findAffected(components, JSON.parse(readFileSync(feed, 'utf8')) as readonly Advisory[]);
  for (const line of affected) console.error(line);
  process.exitCode = affected.length > 0 ? 1 : 0;
}

/** What npm installs beside the packages: their dependencies, and those of these. */
function installedComponents(): readonly Component[] {
  const { packages } = readJson<{ packages: Readonly<Record<string, Locked>> }>('package-lock.json');
  const manifests = globSync('packages/{*,*/*}/package.json', { cwd: root }).map(
    (path) => packages[dirname(path)] ?? {},
  );
  const waiting = manifests.flatMap(({ dependencies = {} }) => Object.keys(dependencies));
  const found = new Map<string, Component>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const locked = packages[`node_modules/${name}`];
    if (locked?.version === undefined || found.has(name) || locked.link === true) continue;
    found.set(name, componentOf(locked.name ?? name, locked.version, locked.license ?? ''));
    waiting.push(...Object.keys({ ...locked.dependencies, ...locked.optionalDependencies }));
  }
  return [...found.values()];
}

/** What builds took into packages, as each of them lists it. */
function bundledComponents(): readonly Component[] {
  const lists = globSync('packages/{*,*/*}/dist/bundled.cdx.json', { cwd: root });
  if (!existsSync(join(root, 'packages/pdf-kit/dist/bundled.cdx.json'))) throw new Error('Build the packages first.');
  return lists.flatMap((path) => readJson<{ components: readonly Component[] }>(path).components);
}

interface Locked {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(root, path), 'utf8')) as T;
}
