import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isUnused } from '../prune-modules.mjs';

// `npm start` runs the sources without the tools: all that the sources import is there without them.

const root = fileURLToPath(new URL('../..', import.meta.url));
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, object>>;
};
/** What is used where it is there: docs/install.md lists them. `vitest` is what the published suites are written for. */
const optional = ['tesseract.js', 'onnxruntime-node', 'vitest'];
/** Of the host that mounts Platen; the server on its own has the other one. */
const frameworks = ['fastify'];

const sources = globSync(['packages/{*,*/*}/src/**/*.ts', 'packages/dashboard/{web,scripts/bundle-web}**/*.{ts,tsx}'], {
  cwd: root,
});
const imported = new Set(sources.flatMap((path) => packagesIn(readFileSync(join(root, path), 'utf8'))));

/** The packages that a module loads; types alone are gone when it runs. */
function packagesIn(source: string): readonly string[] {
  const code = source.replaceAll(/^(?:import|export) type [\s\S]*?;$/gm, '');
  const names = code.matchAll(
    /(?:^\} from |^(?:import|export) [^;]*?from |^import |\bimport\(|\.resolve\()'((?:@[^/']+\/)?[^./'][^/']*)/gm,
  );
  return [...names].map(([, name = '']) => name).filter((name) => !isBuiltin(name) && !name.startsWith('node:'));
}

const wanted = [...imported].filter((name) => ![...optional, ...frameworks].includes(name)).toSorted();

test('the sources import packages of all kinds', () => {
  expect(wanted).toEqual(expect.arrayContaining(['@platen/core', 'express', 'pdf-lib', 'preact', 'docx', 'sharp']));
});

test.each([
  ...wanted,
  'esbuild',
  'pdfjs-dist',
  'tesseract.js-core',
  '@tesseract.js-data/eng',
  '@tesseract.js-data/osd',
])('%s is installed for a server', (name) => {
  expect(packages[`node_modules/${name}`]).toBeDefined();
  expect(packages[`node_modules/${name}`]).not.toMatchObject({ dev: true });
  expect(packages[`node_modules/${name}`]).not.toMatchObject({ peer: true });
});

test.each([
  'pdf-lib',
  'docx',
  'exceljs',
  'pdfjs-dist/legacy/build/pdf.mjs',
  'pdfjs-dist/legacy/build/pdf.worker.mjs',
  ...['', '-simd', '-relaxedsimd'].flatMap((build) => [
    `tesseract.js-core/tesseract-core${build}.js`,
    `tesseract.js-core/tesseract-core${build}.wasm`,
  ]),
])('%s is kept for a server', (specifier) => {
  const [, name = '', path = ''] = /node_modules\/([^/]+)\/(.+)$/.exec(import.meta.resolve(specifier)) ?? [];
  expect(name).toBe(specifier.split('/')[0]);
  expect(isUnused(name, path)).toBe(false);
});
