import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { findViolations } from '../boundaries.ts';

/** A repository of one package with the given files. */
function repository(folder: string, files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'platen-boundaries-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const all = { 'package.json': '{"name": "@platen/mine"}', 'src/index.ts': '', ...files };
  for (const [name, text] of Object.entries(all)) {
    const path = join(root, folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return root;
}

test('this repository keeps its own rules', () => {
  expect(findViolations(fileURLToPath(new URL('../..', import.meta.url)))).toEqual([]);
});

test.each([
  ["import { createEngine } from '@platen/engine';"],
  ["export * from '@platen/engine';"],
  ["const engine = await import('@platen/engine');"],
  ["import '@platen/engine';"],
])('an operation that says %s is refused', (line) => {
  const root = repository('packages/operations/pdf-fold', { 'src/fold.ts': line });
  expect(findViolations(root)).toEqual(['packages/operations/pdf-fold/src/fold.ts: imports @platen/engine']);
});

test('a dependency counts even where nothing imports it', () => {
  const root = repository('packages/http', {
    'package.json': '{"name": "@platen/http", "dependencies": {"@platen/engine": "0.1.0"}}',
  });
  expect(findViolations(root)).toEqual(['packages/http/package.json: depends on @platen/engine']);
});

test('what the table allows is allowed, and so is a package itself', () => {
  const root = repository('packages/operations/mine', {
    'src/worker.ts': "import { defineWorker } from '@platen/core';\nimport {} from '@platen/pdf-kit/objects';",
    'src/operation.ts': "require.resolve('@platen/mine/worker');",
  });
  expect(findViolations(root)).toEqual([]);
});

test('a package that the table does not know is refused', () => {
  expect(findViolations(repository('packages/novelty', {}))).toHaveLength(1);
});
