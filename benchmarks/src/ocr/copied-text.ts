import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { openPdfScan } from '@platen/pdf-kit/ocr';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const run = promisify(execFile);

/** The readers whose copying is compared, each by the text of all pages of a file. */
export const readers: Readonly<Record<string, (path: string) => Promise<string>>> = {
  poppler: async (path) => (await run('pdftotext', [path, '-'], { maxBuffer: 2 ** 26 })).stdout,
  PDFium: copyByPdfium,
  'pdf.js': copyByPdfjs,
};

async function copyByPdfium(path: string): Promise<string> {
  const scan = await openPdfScan(path);
  const pages: string[] = [];
  for (let page = 1; page <= scan.pageCount; page += 1) {
    const { lines } = await scan.inspect(page);
    pages.push(...lines.map(({ words }) => words.map(({ text }) => text).join(' ')));
  }
  scan.close();
  return pages.join('\n');
}

async function copyByPdfjs(path: string): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(await readFile(path)), verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let page = 1; page <= document.numPages; page += 1) {
    const { items } = await (await document.getPage(page)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
  }
  await document.loadingTask.destroy();
  return pages.join('\n');
}
