import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CorpusScan } from './scan-corpus.ts';

const run = promisify(execFile);

/** One thread each, as OCRmyPDF runs it. */
const environment = { ...process.env, OMP_THREAD_LIMIT: '1' };

/** For pictures that do not say theirs: ocrmypdf refuses those. */
const likelyDpi = 200;

/** The text that Debian's `tesseract` reads. */
export async function readByTesseract({ path, dpi, language }: CorpusScan): Promise<string> {
  const options = [path, 'stdout', '-l', language, '--psm', '3', ...(dpi === null ? [] : ['--dpi', String(dpi)])];
  return (await run('tesseract', options, { env: environment, maxBuffer: 2 ** 26 })).stdout;
}

/** The text that Debian's `ocrmypdf` reads, with its levelling and turning; the PDF it writes is left in `folder`. */
export async function readByOcrMyPdf({ id, path, dpi, language }: CorpusScan, folder: string): Promise<string> {
  const sidecar = join(folder, `${id}.txt`);
  await run('ocrmypdf', [
    ...['--quiet', '--deskew', '--rotate-pages', '--image-dpi', String(dpi ?? likelyDpi), '--output-type', 'pdf'],
    ...['--sidecar', sidecar, '--language', language, path, join(folder, `${id}.pdf`)],
  ]);
  return readFile(sidecar, 'utf8');
}

/** Seconds that `ocrmypdf --jobs 2` takes for a file. */
export async function timeOcrMyPdf(input: string, output: string): Promise<number> {
  const start = performance.now();
  await run('ocrmypdf', ['--quiet', '--jobs', '2', input, output]);
  return (performance.now() - start) / 1000;
}
