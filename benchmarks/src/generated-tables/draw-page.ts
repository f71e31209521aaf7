import type { Random } from '@platen/cli/bench';
import { PDFDocument, type PDFFont, type PDFPage, StandardFonts } from 'pdf-lib';
import { phrase, sentence } from './cell-texts.ts';
import { type DesignCell, designTable, type TableDesign, type TableStyle } from './design-table.ts';
import { drawTable } from './draw-table.ts';
import { layOutTable, randomSetting } from './lay-out-table.ts';

/** How tables stand on the page. */
export const pageScenes = ['alone', 'stacked', 'side-by-side', 'beside-prose'] as const;
export type PageScene = (typeof pageScenes)[number];

/** A page with tables and what a reader sees in them. */
export interface GeneratedPage {
  readonly pdf: Uint8Array;
  readonly tables: readonly (readonly TruthCell[])[];
}

export type TruthCell = Pick<DesignCell, 'row' | 'column' | 'rowSpan' | 'columnSpan' | 'text'>;

const pageSize: [number, number] = [595, 842];
const marginPt = 55;
const proseSizePt = 10;
const prosePitchPt = 13;
const gutterPt = 26;

/** Draws a page of A4 with one or two random tables of a style, and prose, captions and notes around them. */
export async function drawPage(random: Random, style: TableStyle, scene: PageScene): Promise<GeneratedPage> {
  const document = await PDFDocument.create();
  const serif = random.chance(0.4);
  const regular = await document.embedFont(serif ? StandardFonts.TimesRoman : StandardFonts.Helvetica);
  const bold = await document.embedFont(serif ? StandardFonts.TimesRomanBold : StandardFonts.HelveticaBold);
  const pen: Pen = { random, style, page: document.addPage(pageSize), regular, bold };
  const width = pageSize[0] - 2 * marginPt;
  const half = (width - gutterPt) / 2;
  const whole: Column = { leftPt: marginPt, widthPt: width };
  const left: Column = { leftPt: marginPt, widthPt: half };
  const right: Column = { leftPt: marginPt + half + gutterPt, widthPt: half };
  const tables: TableDesign[] = [];
  const table = (column: Column, topPt: number, heightPt: number): number => {
    const drawn = drawCaptionedTable(pen, column, topPt, heightPt);
    tables.push(drawn.design);
    return drawn.bottomPt;
  };
  let y = drawProse(pen, whole, marginPt, random.integer(0, 4));
  if (scene === 'alone' || scene === 'stacked') {
    y = table(whole, y, scene === 'alone' ? 560 : 260);
    y = drawProse(pen, whole, y + 12, random.integer(0, 3));
    if (scene === 'stacked') y = table(whole, y + 6, 260);
  } else if (scene === 'side-by-side') {
    y = Math.max(table(left, y, 480), table(right, y, 480));
  } else {
    const [own, other] = random.chance(0.5) ? [left, right] : [right, left];
    const start = drawProse(pen, own, y, random.integer(0, 12));
    y = table(own, start + 4, 330);
    drawProse(pen, own, y + 12, 8);
    y = drawProse(pen, other, drawProse(pen, other, 150, 24) + 10, 18);
  }
  drawProse(pen, whole, Math.max(y, 600) + 20, random.integer(0, 4));
  return { pdf: await document.save(), tables: tables.map(({ cells }) => cells.map(toTruth)) };
}

interface Pen {
  readonly random: Random;
  readonly style: TableStyle;
  readonly page: PDFPage;
  readonly regular: PDFFont;
  readonly bold: PDFFont;
}

interface Column {
  readonly leftPt: number;
  readonly widthPt: number;
}

function toTruth({ row, column, rowSpan, columnSpan, text, sign }: DesignCell): TruthCell {
  return { row, column, rowSpan, columnSpan, text: `${sign}${text}` };
}

/** Full lines of words, the last one short; returns where they end. */
function drawProse(pen: Pen, { leftPt, widthPt }: Column, topPt: number, lines: number): number {
  const { random, page, regular } = pen;
  let words: string[] = [];
  for (let line = 0; line < lines; line += 1) {
    let text = '';
    while (true) {
      if (words.length === 0) words = sentence(random).split(' ');
      const longer = text === '' ? (words[0] ?? '') : `${text} ${words[0]}`;
      if (regular.widthOfTextAtSize(longer, proseSizePt) > widthPt) break;
      text = longer;
      words.shift();
      if (line === lines - 1 && words.length === 0) break;
    }
    const y = topPt + proseSizePt + line * prosePitchPt;
    page.drawText(text, { x: leftPt, y: pageSize[1] - y, size: proseSizePt, font: regular });
  }
  return topPt + lines * prosePitchPt + (lines > 0 ? 8 : 0);
}

/** Designs tables until one fits into the column. */
function drawCaptionedTable(pen: Pen, { leftPt, widthPt }: Column, topPt: number, heightPt: number) {
  const { random, style, page, regular, bold } = pen;
  const limits = { mostColumns: widthPt > 300 ? 9 : 4, mostRows: Math.floor(heightPt / 22) };
  for (;;) {
    const design = designTable(random, style, limits);
    const setting = randomSetting(random, design, { regular, bold });
    const layout = layOutTable(design, setting, { widthPt, heightPt });
    if (layout === null) continue;
    const noted = random.chance(0.4);
    let top = topPt;
    if (random.chance(0.6)) {
      const caption = `Table ${random.integer(1, 40)}: ${phrase(random, 2, 4)}`;
      page.drawText(caption, { x: leftPt, y: pageSize[1] - top - 10, size: 9, font: bold });
      top += 18;
    }
    const spare = widthPt - (layout.xs.at(-1) ?? 0);
    const at = { leftPt: leftPt + random.pick([0, 0, spare / 2]), topPt: top, subRules: random.chance(0.6) };
    drawTable(page, design, layout, setting, at);
    let bottom = top + (layout.ys.at(-1) ?? 0);
    if (noted) {
      const note = `${random.pick(['Source:', 'Note:', '*'])} ${phrase(random, 3, 6)}`;
      page.drawText(note, { x: at.leftPt, y: pageSize[1] - bottom - 11, size: 7, font: regular });
      bottom += 14;
    }
    return { design, bottomPt: bottom };
  }
}
