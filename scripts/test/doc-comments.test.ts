import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { findUndocumented } from '../doc-comments.ts';

test('every export of this repository is documented', () => {
  expect(findUndocumented(fileURLToPath(new URL('../..', import.meta.url)))).toEqual([]);
});

test('an export without a comment is found behind whatever exports it, and nothing else is', () => {
  const root = mkdtempSync(join(tmpdir(), 'platen-doc-comments-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const files = {
    'package.json': JSON.stringify({ exports: { '.': { '@platen/source': './src/index.ts' } } }),
    'src/index.ts': "export { plain, renamed as other, type Told } from './parts.ts';\nexport const own = 1;\n",
    'src/parts.ts': [
      'export const plain = 1;',
      'export function renamed() {}',
      '/** Says what it is. */',
      'export interface Told {}',
      'export const inside = 2;',
    ].join('\n'),
  };
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, 'packages/a', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  expect(findUndocumented(root)).toEqual([
    'packages/a/src/index.ts:2 own',
    'packages/a/src/parts.ts:1 plain',
    'packages/a/src/parts.ts:2 renamed',
  ]);
});
