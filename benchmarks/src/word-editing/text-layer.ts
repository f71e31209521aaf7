import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ConversionError } from '@platen/core';
import { openPdfScan, type ScanPage } from '@platen/pdf-kit/ocr';
import { agreedWords } from './kept-words.ts';

const run = promisify(execFile);
/** Files made to break readers keep pdftotext busy for hours. */
const textTimeoutMs = 10_000;

/** The words of each page on which two readers agree, pdftotext and PDFium; null for a file that one of them cannot read. */
export async function readTextLayer(file: string): Promise<readonly (readonly string[])[] | null> {
  const first = await run('pdftotext', ['-raw', '-enc', 'UTF-8', file, '-'], {
    timeout: textTimeoutMs,
    maxBuffer: 2 ** 28,
  }).catch(() => null);
  const second = await readWithPdfium(file);
  if (first === null || second === null) return null;
  return first.stdout
    .split('\f')
    .slice(0, -1)
    .map((text, index) => agreedWords(text, second[index] ?? ''));
}

async function readWithPdfium(file: string): Promise<readonly string[] | null> {
  try {
    const scan = await openPdfScan(file);
    const pages: string[] = [];
    for (let page = 1; page <= scan.pageCount; page++) pages.push(textOf(await scan.inspect(page)));
    scan.close();
    return pages;
  } catch (error) {
    if (ConversionError.is(error)) return null;
    throw error;
  }
}

function textOf({ lines }: ScanPage): string {
  return lines.map(({ words }) => words.map(({ text }) => text).join(' ')).join('\n');
}
