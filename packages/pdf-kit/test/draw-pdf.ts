import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { degrees, PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';
import { onTestFinished } from 'vitest';

/** Draws on a page in points from its top-left corner. */
export interface Pen {
  readonly page: PDFPage;
  text(
    text: string,
    x: number,
    y: number,
    options?: { size?: number; bold?: boolean; turn?: number; color?: [number, number, number] },
  ): void;
  /** Ends at x: right-aligned. */
  right(text: string, x: number, y: number, options?: { size?: number }): void;
  line(x0: number, y0: number, x1: number, y1: number): void;
  fill(x0: number, y0: number, x1: number, y1: number, color: [number, number, number]): void;
}

const black: [number, number, number] = [0, 0, 0];

/** Writes a PDF of one page for each drawing and resolves to its path; removed when the test ends. */
export async function drawPdf(...drawings: ((pen: Pen) => void)[]): Promise<string> {
  return drawInto(await PDFDocument.create(), drawings);
}

/** The same, as if a spreadsheet program had printed it. */
export async function drawSheet(...drawings: ((pen: Pen) => void)[]): Promise<string> {
  const document = await PDFDocument.create();
  document.setCreator('Calc');
  return drawInto(document, drawings);
}

async function drawInto(document: PDFDocument, drawings: readonly ((pen: Pen) => void)[]): Promise<string> {
  const regular = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  for (const draw of drawings) draw(penFor(document.addPage([595, 842]), regular, bold));
  return writeTestFile('drawn.pdf', await document.save());
}

/** Writes a file for one test and resolves to its path; removed when the test ends. */
export async function writeTestFile(name: string, data: Uint8Array | string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-pdf-kit-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, name);
  await writeFile(file, data);
  return file;
}

function penFor(page: PDFPage, regular: PDFFont, bold: PDFFont): Pen {
  const height = page.getHeight();
  return {
    page,
    text(text, x, y, { size = 10, bold: heavy = false, turn = 0, color = black } = {}) {
      const font = heavy ? bold : regular;
      page.drawText(text, { x, y: height - y, size, font, rotate: degrees(turn), color: rgb(...color) });
    },
    right(text, x, y, { size = 10 } = {}) {
      page.drawText(text, { x: x - regular.widthOfTextAtSize(text, size), y: height - y, size, font: regular });
    },
    line(x0, y0, x1, y1) {
      page.drawLine({ start: { x: x0, y: height - y0 }, end: { x: x1, y: height - y1 }, thickness: 0.7 });
    },
    fill(x0, y0, x1, y1, color) {
      page.drawRectangle({ x: x0, y: height - y1, width: x1 - x0, height: y1 - y0, color: rgb(...color) });
    },
  };
}
