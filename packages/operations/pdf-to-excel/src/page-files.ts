import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@platen/pdf-kit/page-model';

/** Puts a page into a file of the folder, for the worker that reads the tables of all pages. Returns its path. */
export async function writePage(folder: string, page: Page): Promise<string> {
  const path = join(folder, `page-${page.number}.json`);
  await writeFile(path, JSON.stringify(page));
  return path;
}

export async function readPages(paths: readonly string[]): Promise<readonly Page[]> {
  const pages: Page[] = [];
  for (const path of paths) pages.push(JSON.parse(await readFile(path, 'utf8')));
  return pages;
}
