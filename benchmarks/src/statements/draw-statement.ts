import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';
import type { PrintedRow, Statement } from './statement-page.ts';
import { typedLines } from './typed-lines.ts';

const portrait = [595, 842] as const;
const landscape = [842, 595] as const;
const marginPt = 45;
const footPt = 60;
const usualGapPt = 6;
const headingGapPt = 3;
const advertGapPt = 22;
/** White of a thin space, and between thousands that are kerned apart. */
const thinEm = 0.18;
const thinSpace = '\u2009';

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
  for (let own: Statement | undefined = pen.statement; own !== undefined; own = own.next) {
    pen.statement = { ...own, look: { ...own.look, sizePt, linePt: pen.statement.look.linePt } };
    if (own !== statement && pen.pages > 0) drawPartTitle(pen);
    if (own.look.bare !== true) drawHeader(pen);
    for (const row of own.rows) drawRow(pen, row);
    if (own.look.rules === 'typed') typedText(pen, [typedLines(own).rule]);
    pen.y += 14;
  }
  for (const note of statement.notes) {
    text(pen, note, marginPt, pen.y, { bold: false });
    pen.y += statement.look.linePt;
  }
  return pdf.save();
}

/** The size at which each text of a record or total is as wide as its column has room, less the gap to the next, and no heading is printed over another. */
function fittingSizePt(statement: Statement, font: PDFFont): number {
  const { columns, rows, look, next } = statement;
  if (look.rules === 'typed') return (portrait[0] - 2 * marginPt) / widthOf(typedLines(statement).rule, font, 1);
  // Columns of fixed-pitch type have two blanks between them at least: one blank is between words.
  const gapPt = gapOf(look) * (look.font === 'mono' ? 2 : 1);
  const sizes = rows
    .filter(({ kind }) => kind !== 'section')
    .flatMap(({ cells }) =>
      cells.flatMap((cell, column) =>
        (cell?.lines ?? []).map((line) => {
          const { widthPt, isAmount } = columns[column] ?? { widthPt: 0, isAmount: false };
          const insetPt = isAmount ? Math.max(0, look.amountInsetPt ?? 0) : 0;
          return (widthPt - gapPt - insetPt) / (widthOf(line, font, 1) * (isAmount ? (look.amountScale ?? 1) : 1));
        }),
      ),
    );
  const headings = columns.flatMap(({ heading, widthPt }) =>
    heading.map((line) => (widthPt - headingGapPt) / widthOf(line, font, 1)),
  );
  return Math.min(...sizes, ...headings, next === undefined ? Number.POSITIVE_INFINITY : fittingSizePt(next, font));
}

function gapOf({ cellGapPt = usualGapPt }: Statement['look']): number {
  return cellGapPt;
}

function sizeOf({ statement }: Pen): readonly [widthPt: number, heightPt: number] {
  return statement.look.landscape === true ? landscape : portrait;
}

interface Pen {
  readonly pdf: PDFDocument;
  readonly regular: PDFFont;
  readonly bold: PDFFont;
  statement: Statement;
  page: PDFPage | null;
  y: number;
  pages: number;
}

function currentPage(pen: Pen): PDFPage {
  if (pen.page === null) throw new TypeError('A page is begun before it is drawn on');
  return pen.page;
}

function beginPage(pen: Pen): void {
  pen.page = pen.pdf.addPage([...sizeOf(pen)]);
  pen.pages += 1;
  pen.y = 50;
  text(pen, `${pen.statement.letterhead[0] ?? ''} is a member of the deposit scheme`, marginPt, sizeOf(pen)[1] - 30, {
    bold: false,
    sizePt: 6,
  });
  text(pen, `Page ${pen.pages}`, sizeOf(pen)[0] - marginPt - 30, sizeOf(pen)[1] - 30, { bold: false, sizePt: 6 });
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
  if (look.rules === 'typed') {
    const { rule: dashes, header } = typedLines(pen.statement);
    typedText(pen, [dashes, ...header, dashes]);
    return;
  }
  if (look.rules === 'stripes') fill(pen, top - look.sizePt - 2, lines * look.linePt + 4, 0.82);
  if (columns.some(({ group }) => group !== undefined)) {
    if (look.rules === 'stripes') fill(pen, top - look.sizePt - 2, look.linePt + 4, 0.82);
    drawGroups(pen);
    pen.y += look.linePt;
  }
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

/** What heads several columns, in the middle over them. */
function drawGroups(pen: Pen): void {
  const { columns, look } = pen.statement;
  const font = look.boldHeader ? pen.bold : pen.regular;
  for (const [name, own] of Map.groupBy(columns.keys(), (column) => columns[column]?.group)) {
    if (name === undefined) continue;
    const [first = 0] = own;
    const room = left(pen, first + own.length) - left(pen, first) - widthOf(name, font, look.sizePt);
    text(pen, name, left(pen, first) + room / 2, pen.y, { bold: look.boldHeader });
  }
}

function drawRow(pen: Pen, row: PrintedRow): void {
  const { look, columns } = pen.statement;
  const lines = Math.max(...row.cells.map((cell) => cell?.lines.length ?? 0));
  const heightPt = lines * look.linePt + look.rowGapPt;
  const isBroken = look.breaksEntries === true && row.kind === 'record' && look.rules === 'none';
  if (row.startsPage === true || isPageFull(pen, isBroken ? look.linePt : heightPt)) turnPage(pen);
  else pen.y += row.spaceAbovePt ?? 0;
  if (look.rules === 'typed') {
    const typed = typedLines(pen.statement);
    typedText(pen, [...(row.kind === 'total' ? [typed.rule] : []), ...typed.lines(row)]);
    return;
  }
  const top = pen.y;
  if (look.rules === 'stripes' && pen.statement.rows.indexOf(row) % 2 === 0)
    fill(pen, top - look.sizePt - 1, heightPt - 1, 0.94);
  for (let line = 0; line < lines; line += 1) {
    if (isBroken && line > 0 && isPageFull(pen, look.linePt)) turnPage(pen);
    columns.forEach((_, column) => {
      const cell = row.cells[column] ?? null;
      if (cell === null) return;
      const first = cell.lines.length === 1 && row.amountsOn === 'last' && column > 1 ? lines - 1 : 0;
      const own = cell.lines[line - first];
      if (own === undefined) return;
      cellText(pen, own, column, row.kind !== 'record', 'cell', cell.shiftPt);
      const signX = left(pen, column) + gapOf(look) / 2;
      if (cell.sign !== undefined && line === 0) text(pen, cell.sign, signX, pen.y, { bold: row.kind !== 'record' });
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

/** Draws lines that are typed whole. */
function typedText(pen: Pen, lines: readonly string[]): void {
  for (const line of lines) {
    text(pen, line, marginPt, pen.y, { bold: false });
    pen.y += pen.statement.look.linePt;
  }
}

function isPageFull(pen: Pen, heightPt: number): boolean {
  const { advert, linePt } = pen.statement.look;
  const keptPt = advert?.at === 'end' ? (advert.lines.length + 1) * linePt + advertGapPt : 0;
  return pen.y + heightPt > sizeOf(pen)[1] - footPt - keptPt;
}

/** Ends the page as the statement ends each, and begins the next as it begins each. */
function turnPage(pen: Pen): void {
  const { look } = pen.statement;
  if (look.continued !== undefined) text(pen, look.continued, sizeOf(pen)[0] / 2, pen.y + 4, { bold: false });
  if (look.advert?.at === 'end') {
    pen.y += advertGapPt;
    drawAdvert(pen, look.advert);
  }
  if (look.topOnEveryPage === true) drawTop(pen);
  else beginPage(pen);
  if (look.advert?.at === 'start') {
    drawAdvert(pen, look.advert);
    pen.y += advertGapPt;
  }
  if (look.repeatHeader && look.bare !== true) drawHeader(pen);
}

function drawAdvert(pen: Pen, { lines, framed }: NonNullable<Statement['look']['advert']>): void {
  const { sizePt, linePt } = pen.statement.look;
  const top = pen.y - sizePt - 3;
  for (const [index, line] of lines.entries()) {
    text(pen, line, marginPt + 8, pen.y, { bold: index === 0 });
    pen.y += linePt;
  }
  if (framed)
    currentPage(pen).drawRectangle({
      x: marginPt,
      y: sizeOf(pen)[1] - pen.y + sizePt - 3,
      width: sizeOf(pen)[0] - 2 * marginPt,
      height: pen.y - sizePt + 3 - top,
      borderWidth: 0.6,
      borderColor: rgb(0, 0, 0),
    });
}

function drawPartTitle(pen: Pen): void {
  const { title, look } = pen.statement;
  // A table does not begin where its header and first rows have no room.
  if (isPageFull(pen, 8 * look.linePt)) beginPage(pen);
  pen.y += look.linePt;
  text(pen, title, marginPt, pen.y, { bold: true, sizePt: look.sizePt + 2 });
  pen.y += look.linePt + 8;
}

function left(pen: Pen, column: number): number {
  return marginPt + pen.statement.columns.slice(0, column).reduce((sum, { widthPt }) => sum + widthPt, 0);
}

function cellText(
  pen: Pen,
  value: string,
  column: number,
  bold: boolean,
  place: 'cell' | 'column' | 'left' | 'center' = 'column',
  shiftPt = 0,
): void {
  const { columns, look } = pen.statement;
  const { align, widthPt, isAmount } = columns[column] ?? { align: 'left' as const, widthPt: 0, isAmount: false };
  const font = bold ? pen.bold : pen.regular;
  const isCell = place === 'cell' && isAmount;
  const sizePt = look.sizePt * (isCell ? (look.amountScale ?? 1) : 1);
  const room = widthPt - gapOf(look) - widthOf(value, font, sizePt) - (isCell ? (look.amountInsetPt ?? 0) : 0);
  const share = align === 'left' || place === 'left' ? 0 : place === 'center' ? 0.5 : 1;
  text(pen, value, left(pen, column) + gapOf(look) / 2 + share * room + shiftPt, pen.y, { bold, sizePt });
}

function widthOf(value: string, font: PDFFont, sizePt: number): number {
  const groups = value.split(thinSpace);
  return groups.reduce(
    (sum, group) => sum + font.widthOfTextAtSize(group, sizePt),
    (groups.length - 1) * thinEm * sizePt,
  );
}

function text(
  pen: Pen,
  value: string,
  x: number,
  y: number,
  { bold, sizePt = pen.statement.look.sizePt }: { readonly bold: boolean; readonly sizePt?: number },
): void {
  const font = bold ? pen.bold : pen.regular;
  let at = x;
  for (const group of value.split(thinSpace)) {
    if (group !== '') currentPage(pen).drawText(group, { x: at, y: sizeOf(pen)[1] - y, size: sizePt, font });
    at += font.widthOfTextAtSize(group, sizePt) + thinEm * sizePt;
  }
}

function rule(pen: Pen, y: number): void {
  const end = left(pen, pen.statement.columns.length);
  currentPage(pen).drawLine({
    start: { x: marginPt, y: sizeOf(pen)[1] - y },
    end: { x: end, y: sizeOf(pen)[1] - y },
    thickness: 0.6,
  });
}

function uprights(pen: Pen, columns: readonly number[], from: number, to: number): void {
  for (const column of columns) {
    const x = left(pen, column);
    currentPage(pen).drawLine({
      start: { x, y: sizeOf(pen)[1] - from },
      end: { x, y: sizeOf(pen)[1] - to },
      thickness: 0.6,
    });
  }
}

function fill(pen: Pen, y: number, height: number, gray: number): void {
  const width = left(pen, pen.statement.columns.length) - marginPt;
  currentPage(pen).drawRectangle({
    x: marginPt,
    y: sizeOf(pen)[1] - y - height,
    width,
    height,
    color: rgb(gray, gray, gray),
  });
}
