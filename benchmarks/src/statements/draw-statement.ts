import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';
import type { PrintedRow, Statement } from './statement-page.ts';

const pageSize = [595, 842] as const;
const marginPt = 45;
const footPt = 60;
const cellGapPt = 6;

const fonts = {
  sans: [StandardFonts.Helvetica, StandardFonts.HelveticaBold],
  serif: [StandardFonts.TimesRoman, StandardFonts.TimesRomanBold],
  mono: [StandardFonts.Courier, StandardFonts.CourierBold],
} as const;

/** Draws a statement on as many pages as it takes. */
export async function drawStatement(statement: Statement): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const [regularName, boldName] = fonts[statement.look.font];
  const regular = await pdf.embedFont(regularName);
  const bold = await pdf.embedFont(boldName);
  const sizePt = Math.min(statement.look.sizePt, fittingSizePt(statement, bold));
  const pen: Pen = {
    pdf,
    regular,
    bold,
    statement: {
      ...statement,
      look: { ...statement.look, sizePt, linePt: (statement.look.linePt * sizePt) / statement.look.sizePt },
    },
    page: null,
    y: 0,
    pages: 0,
  };
  drawTop(pen);
  if (statement.look.bare !== true) drawHeader(pen);
  for (const row of pen.statement.rows) drawRow(pen, row);
  pen.y += 14;
  for (const note of statement.notes) {
    text(pen, note, marginPt, pen.y, { bold: false });
    pen.y += statement.look.linePt;
  }
  return pdf.save();
}

/** The size at which each text of a record or total is as wide as its column has room, less the gap to the next. */
function fittingSizePt({ columns, rows }: Statement, font: PDFFont): number {
  const sizes = rows
    .filter(({ kind }) => kind !== 'section')
    .flatMap(({ cells }) =>
      cells.flatMap((cell, column) =>
        (cell?.lines ?? []).map(
          (line) => ((columns[column]?.widthPt ?? 0) - cellGapPt) / font.widthOfTextAtSize(line, 1),
        ),
      ),
    );
  return Math.min(...sizes);
}

interface Pen {
  readonly pdf: PDFDocument;
  readonly regular: PDFFont;
  readonly bold: PDFFont;
  readonly statement: Statement;
  page: PDFPage | null;
  y: number;
  pages: number;
}

function currentPage(pen: Pen): PDFPage {
  if (pen.page === null) throw new TypeError('A page is begun before it is drawn on');
  return pen.page;
}

function beginPage(pen: Pen): void {
  pen.page = pen.pdf.addPage([pageSize[0], pageSize[1]]);
  pen.pages += 1;
  pen.y = 50;
  text(pen, `${pen.statement.letterhead[0] ?? ''} is a member of the deposit scheme`, marginPt, pageSize[1] - 30, {
    bold: false,
    sizePt: 6,
  });
  text(pen, `Page ${pen.pages}`, pageSize[0] - marginPt - 30, pageSize[1] - 30, { bold: false, sizePt: 6 });
}

function drawTop(pen: Pen): void {
  const { letterhead, facts, title, look } = pen.statement;
  beginPage(pen);
  text(pen, letterhead[0] ?? '', marginPt, pen.y, { bold: true, sizePt: 14 });
  pen.y += 24;
  const rows = Math.max(letterhead.length - 1, facts.length);
  for (let index = 0; index < rows; index += 1) {
    text(pen, letterhead[index + 1] ?? '', marginPt, pen.y, { bold: false });
    const [label, value] = facts[index] ?? ['', ''];
    text(pen, label, 315, pen.y, { bold: true });
    text(pen, value, 440, pen.y, { bold: false });
    pen.y += look.linePt + 2;
  }
  pen.y += 18;
  text(pen, title, marginPt, pen.y, { bold: true, sizePt: look.sizePt + 2 });
  pen.y += look.linePt + 12;
}

function drawHeader(pen: Pen): void {
  const { columns, look } = pen.statement;
  const lines = Math.max(...columns.map(({ heading }) => heading.length));
  const top = pen.y;
  if (look.rules === 'stripes') fill(pen, top - look.sizePt - 2, lines * look.linePt + 4, 0.82);
  for (let line = 0; line < lines; line += 1) {
    columns.forEach(({ heading }, column) => {
      const own = heading[line - (lines - heading.length)];
      if (own !== undefined) cellText(pen, own, column, look.boldHeader, look.headings ?? 'column');
    });
    pen.y += look.linePt;
  }
  if (look.rules !== 'none' && look.rules !== 'stripes') rule(pen, pen.y - look.sizePt + 1);
  if (look.rules === 'grid')
    uprights(pen, [...columns.keys(), columns.length], top - look.sizePt - 1, pen.y - look.sizePt + 1);
  pen.y += look.rowGapPt + 3;
}

function drawRow(pen: Pen, row: PrintedRow): void {
  const { look, columns } = pen.statement;
  const lines = Math.max(...row.cells.map((cell) => cell?.lines.length ?? 0));
  const heightPt = lines * look.linePt + look.rowGapPt;
  if (row.startsPage === true || pen.y + heightPt > pageSize[1] - footPt) {
    if (look.continued !== undefined) text(pen, look.continued, pageSize[0] / 2, pen.y + 4, { bold: false });
    if (look.topOnEveryPage === true) drawTop(pen);
    else beginPage(pen);
    if (look.repeatHeader && look.bare !== true) drawHeader(pen);
  } else pen.y += row.spaceAbovePt ?? 0;
  const top = pen.y;
  if (look.rules === 'stripes' && pen.statement.rows.indexOf(row) % 2 === 0)
    fill(pen, top - look.sizePt - 1, heightPt - 1, 0.94);
  for (let line = 0; line < lines; line += 1) {
    columns.forEach((_, column) => {
      const cell = row.cells[column] ?? null;
      if (cell === null) return;
      const first = cell.lines.length === 1 && row.amountsOn === 'last' && column > 1 ? lines - 1 : 0;
      const own = cell.lines[line - first];
      if (own !== undefined) cellText(pen, own, column, row.kind !== 'record');
    });
    pen.y += look.linePt;
  }
  pen.y += look.rowGapPt;
  if (look.rules === 'rows' || look.rules === 'grid') rule(pen, pen.y - look.sizePt - look.rowGapPt / 2 + 1);
  // The name of a section is in one cell across the table.
  const places = row.kind === 'section' ? [0, columns.length] : [...columns.keys(), columns.length];
  if (look.rules === 'grid')
    uprights(pen, places, top - look.sizePt - look.rowGapPt / 2 + 1, pen.y - look.sizePt - look.rowGapPt / 2 + 1);
}

function left(pen: Pen, column: number): number {
  return marginPt + pen.statement.columns.slice(0, column).reduce((sum, { widthPt }) => sum + widthPt, 0);
}

function cellText(
  pen: Pen,
  value: string,
  column: number,
  bold: boolean,
  place: 'column' | 'left' | 'center' = 'column',
): void {
  const { align, widthPt } = pen.statement.columns[column] ?? { align: 'left' as const, widthPt: 0 };
  const font = bold ? pen.bold : pen.regular;
  const room = widthPt - cellGapPt - font.widthOfTextAtSize(value, pen.statement.look.sizePt);
  const share = align === 'left' || place === 'left' ? 0 : place === 'center' ? 0.5 : 1;
  text(pen, value, left(pen, column) + 3 + share * room, pen.y, { bold });
}

function text(
  pen: Pen,
  value: string,
  x: number,
  y: number,
  { bold, sizePt = pen.statement.look.sizePt }: { readonly bold: boolean; readonly sizePt?: number },
): void {
  if (value !== '')
    currentPage(pen).drawText(value, { x, y: pageSize[1] - y, size: sizePt, font: bold ? pen.bold : pen.regular });
}

function rule(pen: Pen, y: number): void {
  const end = left(pen, pen.statement.columns.length);
  currentPage(pen).drawLine({
    start: { x: marginPt, y: pageSize[1] - y },
    end: { x: end, y: pageSize[1] - y },
    thickness: 0.6,
  });
}

function uprights(pen: Pen, columns: readonly number[], from: number, to: number): void {
  for (const column of columns) {
    const x = left(pen, column);
    currentPage(pen).drawLine({ start: { x, y: pageSize[1] - from }, end: { x, y: pageSize[1] - to }, thickness: 0.6 });
  }
}

function fill(pen: Pen, y: number, height: number, gray: number): void {
  const width = left(pen, pen.statement.columns.length) - marginPt;
  currentPage(pen).drawRectangle({
    x: marginPt,
    y: pageSize[1] - y - height,
    width,
    height,
    color: rgb(gray, gray, gray),
  });
}
