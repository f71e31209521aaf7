import { globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Options } from 'tsup';
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
 * licence. The build fails when a licence is not permissive or has no text.
 */
export function thirdPartyNotice(copied: readonly string[]): NonNullable<Options['esbuildPlugins']>[number] {
  return {
    name: 'third-party-notice',
    setup(build) {
      build.initialOptions.metafile = true;
      build.onEnd(async ({ metafile }) => {
        const folders = new Set(copied.map(dependencyRoot));
        for (const { inputs } of Object.values(metafile?.outputs ?? {})) {
          for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
            const folder = packageFolder(path);
            if (folder !== null && bytesInOutput > 0) folders.add(folder);
          }
        }
        if (folders.size === 0) return;
        const parts = [...folders].map(describe).toSorted((a, b) => a.localeCompare(b, 'en'));
        await mkdir('dist', { recursive: true });
        await writeFile(join('dist', 'THIRD-PARTY-LICENSES.md'), [heading, ...new Set(parts)].join('\n'));
      });
    },
  };
}

/** The folder of the package that a module belongs to; null for a module of ours. */
function packageFolder(path: string): string | null {
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? null;
}

function describe(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string;
    readonly author?: string | { readonly name: string };
  };
  const { name, version, license = '', author } = manifest;
  const choices = license.replace(/[()]/g, '').split(' OR ');
  const allowed = choices.every((choice) => choice.split(' AND ').every((one) => permissive.has(one)))
    ? license
    : choices.find((choice) => choice.split(' AND ').every((one) => permissive.has(one)));
  if (allowed === undefined) throw new Error(`${name}: the licence "${license}" is not known to be permissive`);
  const by = typeof author === 'string' ? author : author?.name;
  const texts = globSync('{LICEN[CS]E,licen[cs]e}*', { cwd: folder }).toSorted();
  const text = texts.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
  return `## ${name} ${version}\n\nLicence: ${allowed}${by === undefined ? '' : `. Author: ${by}`}\n${text === '' ? '' : `\n\`\`\`\n${text}\n\`\`\`\n`}`;
}
