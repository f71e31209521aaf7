import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findUnboundedWalks } from '../walks.ts';

const imports = "import { PDFArray, PDFContext, type PDFObject } from 'pdf-lib';\n";

test('every walk over a PDF in this repository ends', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const files = globSync('packages/{*,*/*}/src/**/*.ts', { cwd: root });
  expect(files.flatMap((file) => findUnboundedWalks(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test.each([
  ['function walk(object) { for (const item of arrayEntry(object, "Kids")) walk(item); }'],
  ['const walk = (object) => context.lookup(object).asArray().map(walk);'],
  ['function one(object) { return two(object.lookup(0)); }\nfunction two(object) { return one(object); }'],
  ['for (let next = pending.pop(); next !== undefined; next = pending.pop()) pending.push(context.lookup(next));'],
  ['while (pending.length > 0) { pending.push(dictEntry(pending.pop(), "Next")); }'],
  ['const context = PDFContext.create();'],
])('%s is refused', (text) => {
  expect(findUnboundedWalks('a.ts', imports + text)).not.toEqual([]);
});

test.each([
  ['// Walk: each object once.\nfunction walk(object) { for (const item of arrayEntry(object, "Kids")) walk(item); }'],
  ['function walk(object) { for (const item of object.asArray()) walk(item); }'],
  ['function first(object) { return object.lookup(0); }\nfunction second(object) { return first(object); }'],
  [
    'while (pending.length > 0) { const next = context.lookup(pending.pop()); if (met.has(next)) continue; met.add(next); }',
  ],
])('%s is accepted', (text) => {
  expect(findUnboundedWalks('a.ts', imports + text)).toEqual([]);
});

test('a context is made where its steps are counted', () => {
  expect(findUnboundedWalks('src/document-context.ts', `${imports}const context = PDFContext.create();`)).toEqual([]);
});
