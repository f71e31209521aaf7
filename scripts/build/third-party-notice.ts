import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Options } from 'tsup';
import { billOfMaterials, componentOf } from './bundled-components.ts';
import { dependencyRoot } from './dependency-root.ts';

/** Licences under which code of others may be part of a package of ours. Of a choice (`OR`), one is enough. */
const permissive = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'Zlib',
  'BlueOak-1.0.0',
]);

const heading = `# Licences of what is built into this package

Written by the build from the modules that it took in.
`;

/**
 * Writes `dist/THIRD-PARTY-LICENSES.md`: each dependency of which the build took in modules, and each in `copied`, with its
 * licence; and `dist/bundled.cdx.json`, the same for programs that look for known vulnerabilities, which see no dependency
 * there. Builds of one package, one for each format, share `folders`. The build fails when a licence is not permissive.
 */
export function thirdPartyNotice(
  copied: readonly string[],
  folders: Set<string> = new Set(),
): NonNullable<Options['esbuildPlugins']>[number] {
  return {
    name: 'third-party-notice',
    setup(build) {
      build.initialOptions.metafile = true;
      build.onEnd(({ metafile }) => {
        for (const name of copied) folders.add(dependencyRoot(name));
        for (const { inputs } of Object.values(metafile?.outputs ?? {})) {
          for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
            const folder = packageFolder(path);
            if (folder !== null && bytesInOutput > 0) folders.add(folder);
          }
        }
        if (folders.size === 0) return;
        const dependencies = [...folders].map(readDependency);
        const parts = dependencies.map(describe).toSorted((a, b) => a.localeCompare(b, 'en'));
        const components = dependencies.map(({ name, version, license }) => componentOf(name, version, license));
        const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as Dependency;
        mkdirSync('dist', { recursive: true });
        writeFileSync(join('dist', 'THIRD-PARTY-LICENSES.md'), [heading, ...new Set(parts)].join('\n'));
        writeFileSync(join('dist', 'bundled.cdx.json'), billOfMaterials({ name, version }, components));
      });
    },
  };
}

/** The folder of the package that a module belongs to; null for a module of ours. */
function packageFolder(path: string): string | null {
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? null;
}

interface Dependency {
  readonly name: string;
  readonly version: string;
  /** The one that is taken of a choice. */
  readonly license: string;
  readonly author: string | null;
  /** What its files of licences say. */
  readonly text: string;
}

function readDependency(folder: string): Dependency {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string;
    readonly author?: string | { readonly name: string };
  };
  const { name, version, license = '', author } = manifest;
  const choices = license.replace(/[()]/g, '').split(' OR ');
  const isPermissive = (choice: string) => choice.split(' AND ').every((one) => permissive.has(one));
  const allowed = choices.every(isPermissive) ? license : choices.find(isPermissive);
  if (allowed === undefined) throw new Error(`${name}: the licence "${license}" is not known to be permissive`);
  const texts = globSync('{LICEN[CS]E,licen[cs]e}*', { cwd: folder }).toSorted();
  const text = texts.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
  return {
    name,
    version,
    license: allowed,
    author: (typeof author === 'string' ? author : author?.name) ?? null,
    text,
  };
}

function describe({ name, version, license, author, text }: Dependency): string {
  const by = author === null ? '' : `. Author: ${author}`;
  return `## ${name} ${version}\n\nLicence: ${license}${by}\n${text === '' ? '' : `\n\`\`\`\n${text}\n\`\`\`\n`}`;
}
