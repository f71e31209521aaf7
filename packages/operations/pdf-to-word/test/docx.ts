import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLimits, type WorkerTask } from '@platen/core';
import { strFromU8, unzipSync } from 'fflate';
import { PDFDocument, type PDFFont, type PDFPage, StandardFonts } from 'pdf-lib';
import { onTestFinished } from 'vitest';
import { convertToWord } from '../src/convert-to-word.ts';
import type { ResolvedPdfToWordOptions } from '../src/operation.ts';

/** What a test looks at in a converted document. */
export interface ConvertedDocument {
  readonly fileName: string;
  readonly path: string;
  readonly warnings: readonly string[];
  readonly parts: ReadonlyMap<string, string>;
  /** The XML of `word/document.xml`. */
  readonly xml: string;
  readonly paragraphs: readonly ParagraphView[];
}

export interface ParagraphView {
  readonly text: string;
  /** 0 for body text. */
  readonly heading: number;
  /** `numId/level`, or null. */
  readonly list: string | null;
  readonly xml: string;
  /** Its `w:spacing`, or that of its style. */
  readonly spacing: string;
}

export interface TestFonts {
  readonly regular: PDFFont;
  readonly bold: PDFFont;
}

/** Converts a PDF drawn by `draw`, page by page; each entry draws one page of 400 × 500 points. */
export async function convertDrawn(
  draw: readonly ((page: PDFPage, fonts: TestFonts) => void)[],
  options: Partial<ResolvedPdfToWordOptions> = {},
  adjust: (document: PDFDocument) => void = () => {},
): Promise<ConvertedDocument> {
  return convertBytes(await drawPages(draw, adjust), options);
}

/** The PDF that `convertDrawn` converts. */
export async function drawPages(
  draw: readonly ((page: PDFPage, fonts: TestFonts) => void)[],
  adjust: (document: PDFDocument) => void = () => {},
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const fonts = {
    regular: await document.embedFont(StandardFonts.TimesRoman),
    bold: await document.embedFont(StandardFonts.TimesRomanBold),
  };
  for (const drawPage of draw) drawPage(document.addPage([400, 500]), fonts);
  adjust(document);
  return document.save();
}

export async function convertBytes(
  bytes: Uint8Array,
  options: Partial<ResolvedPdfToWordOptions> = {},
): Promise<ConvertedDocument> {
  const warnings: string[] = [];
  const [output] = await convertToWord(await taskOf(bytes, options), {
    progress: () => {},
    warn: (code) => warnings.push(code),
  });
  if (output === undefined) throw new Error('Nothing was converted');
  const parts = new Map(
    Object.entries(unzipSync(readFileSync(output.path))).map(([name, content]) => [name, strFromU8(content)]),
  );
  const xml = parts.get('word/document.xml') ?? '';
  return { fileName: output.fileName, path: output.path, warnings, parts, xml, paragraphs: paragraphsIn(xml, parts) };
}

/** A task to convert a PDF in a folder of its own, which is removed when the test ends. */
export async function taskOf(
  bytes: Uint8Array,
  options: Partial<ResolvedPdfToWordOptions> = {},
): Promise<WorkerTask<ResolvedPdfToWordOptions>> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-word-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'input.pdf');
  await writeFile(path, bytes);
  return {
    inputs: [{ path, fileName: 'report.pdf', mediaType: 'application/pdf', sizeBytes: bytes.length }],
    options: { layout: 'flow', ocr: 'auto', language: 'eng', ...options },
    outputDir: folder,
    limits: defaultLimits,
  };
}

/** Draws text at places counted from the top-left corner of the page. */
export function write(page: PDFPage, font: PDFFont, sizePt: number, x: number, y: number, text: string): void {
  page.drawText(text, { font, size: sizePt, x, y: page.getHeight() - y });
}

/** A table of two columns and three rows, 20 points high each. */
export function drawTable(page: PDFPage, x: number, top: number): void {
  const y = page.getHeight() - top;
  for (const row of [0, 1, 2, 3]) {
    page.drawLine({ start: { x, y: y - 20 * row }, end: { x: x + 120, y: y - 20 * row }, thickness: 0.5 });
  }
  for (const column of [0, 1, 2]) {
    page.drawLine({ start: { x: x + 60 * column, y }, end: { x: x + 60 * column, y: y - 60 }, thickness: 0.5 });
  }
}

/** Sets prose in lines of a width, as a typesetter would, and returns where the next line would stand. */
export function setProse(page: PDFPage, font: PDFFont, text: string, x: number, y: number, widthPt: number): number {
  let line = '';
  let baseline = y;
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (font.widthOfTextAtSize(longer, 10) <= widthPt) {
      line = longer;
      continue;
    }
    write(page, font, 10, x, baseline, line);
    baseline += 12;
    line = word;
  }
  write(page, font, 10, x, baseline, line);
  return baseline + 12;
}

/** Paragraphs of the body, in order, without those on pictures. */
function paragraphsIn(xml: string, parts: ReadonlyMap<string, string>): readonly ParagraphView[] {
  return [...xml.replace(/<mc:Choice Requires="wpg">.*?<\/mc:Choice>/gs, '').matchAll(/<w:p>(.*?)<\/w:p>/gs)].map(
    ([, inner = '']) => ({
      text: inner
        .replace(/<w:drawing>.*?<\/w:drawing>/gs, '')
        .replace(/<w:tab\/>/g, '\t')
        .replace(/<[^>]*>/g, '')
        .replace(/&amp;/g, '&'),
      heading: Number(/<w:pStyle w:val="Heading(\d)"/.exec(inner)?.[1] ?? 0),
      list: listOf(inner),
      xml: inner,
      spacing: spacingOf(inner, parts.get('word/styles.xml') ?? ''),
    }),
  );
}

const spacingPattern = /<w:spacing (?:w:before|w:after|w:line)=[^>]*>/;

function spacingOf(inner: string, styles: string): string {
  const own = spacingPattern.exec(inner.split('</w:pPr>')[0] ?? '')?.[0];
  const id = /<w:pStyle w:val="([^"]*)"/.exec(inner)?.[1] ?? 'Normal';
  const style = styles.split('<w:style ').find((candidate) => candidate.includes(`w:styleId="${id}"`)) ?? '';
  return own ?? spacingPattern.exec(style)?.[0] ?? '';
}

function listOf(xml: string): string | null {
  const match = /<w:ilvl w:val="(\d)"\/><w:numId w:val="(\d+)"/.exec(xml);
  return match === null ? null : `${match[2]}/${match[1]}`;
}
