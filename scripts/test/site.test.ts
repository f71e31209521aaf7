import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { assemblePages } from '../site/assemble-pages.ts';
import { httpReference, openApiDocument, triedOperations } from '../site/http-reference.ts';
import { documentPages, labelOf, sections } from '../site/pages.ts';

// The site without its build, which `npm run docs` is: what it is made of.

const root = fileURLToPath(new URL('../..', import.meta.url));

test('every document of docs, every README of a package and every result is a page', () => {
  const documents = globSync(['docs/**/*.md', 'packages/{*,*/*}/README.md', 'benchmarks/results/*.md'], { cwd: root });
  const sources = new Set(documentPages.map(({ source }) => source));
  expect(documents.filter((path) => path !== 'docs/index.md' && !sources.has(path))).toEqual([]);
});

test('pages have documents, paths of their own and labels', () => {
  const pages = sections.flatMap((section) => section.pages);
  expect(documentPages.filter(({ source }) => !existsSync(join(root, source)))).toEqual([]);
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
  expect(pages.filter((page) => labelOf(page) === '')).toEqual([]);
});

test('links of documents lead to pages or to files that come along', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-site-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await assemblePages(root, folder);
  expect(existsSync(join(folder, 'public/files/deploy/haproxy.cfg.txt'))).toBe(true);
  expect(existsSync(join(folder, 'webhooks.md'))).toBe(true);
});

test('the HTTP reference has every route, and its form every operation', () => {
  const page = httpReference();
  const paths = Object.keys(openApiDocument().paths).map((path) => path.replaceAll(/[{}]/g, (brace) => `\\${brace}`));
  expect(paths.filter((path) => !page.includes(` ${path}\n`))).toEqual([]);
  expect(triedOperations()).toHaveLength(8);
  expect(triedOperations()[0]?.fields.map(({ name }) => name)).toContain('layout');
});
