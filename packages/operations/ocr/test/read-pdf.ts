import { openPdfScan, type ScanLine } from '@platen/pdf-kit/ocr';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The lines of a page as PDFium reads them, in points from the top left. */
export async function readLines(pdf: Uint8Array, page = 1): Promise<readonly ScanLine[]> {
  const scan = await openPdfScan(pdf);
  try {
    return (await scan.inspect(page)).lines;
  } finally {
    scan.close();
  }
}

/** The text of a page as PDFium copies it. */
export async function copyText(pdf: Uint8Array, page = 1): Promise<string> {
  const lines = await readLines(pdf, page);
  return lines.map(({ words }) => words.map(({ text }) => text).join(' ')).join('\n');
}

/** The text of a page as pdf.js copies it. */
export async function copyTextByPdfjs(pdf: Uint8Array, page = 1): Promise<string> {
  const document = await getDocument({ data: Uint8Array.from(pdf), verbosity: 0 }).promise;
  const { items } = await (await document.getPage(page)).getTextContent();
  await document.loadingTask.destroy();
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
}

/** A page as drawn at 72 dpi, in grey. */
export async function drawPage(pdf: Uint8Array, page = 1): Promise<Uint8Array> {
  const scan = await openPdfScan(pdf);
  try {
    return (await scan.raster(page, 72)).data;
  } finally {
    scan.close();
  }
}
