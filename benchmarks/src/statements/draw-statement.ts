import { Pen, type Type } from './pen.ts';
import { type Producer, plainProducer } from './producer.ts';
import type { PrintedColumn, PrintedRow, Statement } from './statement-page.ts';
import { typedLines } from './typed-lines.ts';

const portrait = [595, 842] as const;
const landscape = [842, 595] as const;
const sideMarginPt = 45;
const footPt = 60;
const usualGapPt = 6;
const headingGapPt = 3;
const advertGapPt = 22;

/** A statement that is being drawn: where its pen is, and what it draws. */
interface Sheet {
  readonly pen: Pen;
  readonly producer: Producer;
  readonly marginPt: number;
  statement: Statement;
}

/** Draws a statement on as many pages as it takes, as a producer does. */
export async function drawStatement(designed: Statement, producer: Producer = plainProducer): Promise<Uint8Array> {
  const pen = await Pen.take(designed.look.font, producer);
  const statement = fitted(asProduced(designed, producer), pen);
  const sheet: Sheet = { pen, producer, marginPt: marginOf(statement, producer), statement };
  drawTop(sheet);
  for (let own: Statement | undefined = statement; own !== undefined; own = own.next) {
    sheet.statement = own;
    if (own !== statement) drawPartTitle(sheet);
    if (own.look.bare !== true) drawHeader(sheet);
    for (const row of own.rows) drawRow(sheet, row);
    if (own.look.rules === 'typed') typedText(sheet, [typedLines(own).rule]);
    pen.y += 14;
  }
  for (const note of statement.notes) {
    text(sheet, note, sheet.marginPt, pen.y);
    pen.y += statement.look.linePt;
  }
  return pen.save();
}

/** The statement and what follows it with the columns as wide as the producer makes them. */
function asProduced(statement: Statement, producer: Producer): Statement {
  const { columns, look, next } = statement;
  const total = (own: readonly PrintedColumn[]) => own.reduce((sum, { widthPt }) => sum + widthPt, 0);
  const varied = columns.map((own, index) => ({ ...own, widthPt: own.widthPt * (producer.widths[index] ?? 1) }));
  const roomPt = (look.landscape === true ? landscape : portrait)[0] - 2 * sideMarginPt;
  // No table is stretched off its page.
  const stretch = Math.min(producer.stretch, Math.max(1, roomPt / total(columns)));
  const scale = (stretch * total(columns)) / total(varied);
  return {
    ...statement,
    columns: varied.map((own) => ({ ...own, widthPt: own.widthPt * scale })),
    look: { ...look, cellGapPt: look.cellGapPt ?? producer.cellGapPt ?? usualGapPt },
    ...(next === undefined ? {} : { next: asProduced(next, producer) }),
  };
}

/** The statement in the size at which all of its tables fit. */
function fitted(statement: Statement, pen: Pen): Statement {
  const sizePt = Math.min(statement.look.sizePt, fittingSizePt(statement, pen));
  const linePt = (statement.look.linePt * sizePt) / statement.look.sizePt;
  const inSize = ({ next, ...own }: Statement): Statement => ({
    ...own,
    look: { ...own.look, sizePt, linePt },
    ...(next === undefined ? {} : { next: inSize(next) }),
  });
  return inSize(statement);
}

function marginOf({ look }: Statement, { stretch }: Producer): number {
  const [widthPt] = look.landscape === true ? landscape : portrait;
  return (widthPt - (widthPt - 2 * sideMarginPt) * stretch) / 2;
}

/** The size at which each text of a record or total is as wide as its column has room, less the gap to the next, and no heading is printed over another. */
function fittingSizePt(statement: Statement, pen: Pen): number {
  const { columns, rows, look, next } = statement;
  const widthOf = (value: string) => pen.widthOf(value, { bold: true, sizePt: 1 });
  if (look.rules === 'typed') return (portrait[0] - 2 * sideMarginPt) / widthOf(typedLines(statement).rule);
  // Columns of fixed-pitch type have two blanks between them at least: one blank is between words.
  const gapPt = gapOf(look) * (look.font === 'mono' ? 2 : 1);
  const sizes = rows
    .filter(({ kind }) => kind !== 'section')
    .flatMap(({ cells }) =>
      cells.flatMap((cell, column) =>
        (cell?.lines ?? []).map((line) => {
          const { widthPt, isAmount } = columns[column] ?? { widthPt: 0, isAmount: false };
          const insetPt = isAmount ? Math.max(0, look.amountInsetPt ?? 0) : 0;
          return (widthPt - gapPt - insetPt) / (widthOf(line) * (isAmount ? (look.amountScale ?? 1) : 1));
        }),
      ),
    );
  const headings = columns.flatMap(({ heading, widthPt }) =>
    heading.map((line) => (widthPt - headingGapPt) / widthOf(line)),
  );
  return Math.min(...sizes, ...headings, next === undefined ? Number.POSITIVE_INFINITY : fittingSizePt(next, pen));
}

function gapOf({ cellGapPt = usualGapPt }: Statement['look']): number {
  return cellGapPt;
}

function sizeOf({ statement }: Sheet): readonly [widthPt: number, heightPt: number] {
  return statement.look.landscape === true ? landscape : portrait;
}

function beginPage(sheet: Sheet): void {
  const { pen, producer, statement, marginPt } = sheet;
  const [widthPt, heightPt] = sizeOf(sheet);
  pen.beginPage(sizeOf(sheet));
  pen.y = 50;
  if (producer.watermark !== undefined) pen.turnedText(producer.watermark, widthPt / 3, heightPt * 0.7, 45, 70);
  if (producer.formNumber !== undefined) pen.turnedText(producer.formNumber, 16, heightPt / 2, 90, 6);
  if (producer.pageHead) {
    const [label, value] = statement.facts[0] ?? ['Statement', '1'];
    text(sheet, `${label} ${value}`, marginPt, 26, { sizePt: 7 });
    text(sheet, `Page ${pen.pages}`, widthPt - marginPt - 40, 26, { sizePt: 7 });
    return;
  }
  const small = { sizePt: 6 };
  text(sheet, `${statement.letterhead[0] ?? ''} is a member of the deposit scheme`, marginPt, heightPt - 30, small);
  text(sheet, `Page ${pen.pages}`, widthPt - marginPt - 30, heightPt - 30, small);
}

function drawTop(sheet: Sheet): void {
  const { pen, marginPt } = sheet;
  const { letterhead, facts, title, look } = sheet.statement;
  beginPage(sheet);
  text(sheet, letterhead[0] ?? '', marginPt, pen.y, { bold: true, sizePt: 14 });
  pen.y += 24;
  const rows = Math.max(letterhead.length - 1, facts.length);
  for (let index = 0; index < rows; index += 1) {
    text(sheet, letterhead[index + 1] ?? '', marginPt, pen.y);
    const [label, value] = facts[index] ?? ['', ''];
    text(sheet, label, 315, pen.y, { bold: true });
    text(sheet, value, 440, pen.y);
    pen.y += look.linePt + 2;
  }
  pen.y += 18;
  text(sheet, title, marginPt, pen.y, { bold: true, sizePt: look.sizePt + 2 });
  pen.y += look.linePt + 12;
}

function drawHeader(sheet: Sheet): void {
  const { pen, producer } = sheet;
  const { columns, look } = sheet.statement;
  const lines = Math.max(...columns.map(({ heading }) => heading.length));
  const top = pen.y;
  if (look.rules === 'typed') {
    const { rule: dashes, header } = typedLines(sheet.statement);
    typedText(sheet, [dashes, ...header, dashes]);
    return;
  }
  const hasGroups = columns.some(({ group }) => group !== undefined);
  const isDark = producer.darkHeader && look.rules !== 'none';
  if (look.rules === 'stripes' || isDark)
    fill(sheet, top - look.sizePt - 2, (lines + (hasGroups ? 1 : 0)) * look.linePt + 4, isDark ? 0.2 : 0.82);
  const type = { bold: look.boldHeader, color: isDark ? 'white' : 'black' } as const;
  if (hasGroups) {
    drawGroups(sheet, type);
    pen.y += look.linePt;
  }
  for (let line = 0; line < lines; line += 1) {
    columns.forEach(({ heading }, column) => {
      const own = heading[line - (lines - heading.length)];
      if (own !== undefined) cellText(sheet, own, column, { ...type, place: look.headings ?? 'column' });
    });
    pen.y += look.linePt;
  }
  const bottom = pen.y - look.sizePt + 1;
  if (look.rules !== 'none' && look.rules !== 'stripes') rule(sheet, bottom);
  if (look.rules === 'grid') uprights(sheet, [...columns.keys(), columns.length], top - look.sizePt - 1, bottom);
  pen.y += look.rowGapPt + 3;
}

/** What heads several columns, in the middle over them. */
function drawGroups(sheet: Sheet, type: Pick<Type, 'bold' | 'color'>): void {
  const { pen } = sheet;
  const { columns, look } = sheet.statement;
  for (const [name, own] of Map.groupBy(columns.keys(), (column) => columns[column]?.group)) {
    if (name === undefined) continue;
    const [first = 0] = own;
    const room = left(sheet, first + own.length) - left(sheet, first);
    const widthPt = pen.widthOf(name, { ...type, sizePt: look.sizePt });
    text(sheet, name, left(sheet, first) + (room - widthPt) / 2, pen.y, type);
  }
}

function drawRow(sheet: Sheet, row: PrintedRow): void {
  const { pen } = sheet;
  const { look } = sheet.statement;
  const lines = linesOf(row);
  const heightPt = lines * look.linePt + look.rowGapPt;
  const isBroken = look.breaksEntries === true && row.kind === 'record' && look.rules === 'none';
  if (row.startsPage === true || isPageFull(sheet, isBroken ? look.linePt : heightPt)) turnPage(sheet);
  else pen.y += row.spaceAbovePt ?? 0;
  if (look.rules === 'typed') {
    const typed = typedLines(sheet.statement);
    typedText(sheet, [...(row.kind === 'total' ? [typed.rule] : []), ...typed.lines(row)]);
    return;
  }
  const top = pen.y;
  if (look.rules === 'stripes' && sheet.statement.rows.indexOf(row) % 2 === 0)
    fill(sheet, top - look.sizePt - 1, heightPt - 1, 0.94);
  for (let line = 0; line < lines; line += 1) {
    if (isBroken && line > 0 && isPageFull(sheet, look.linePt)) turnPage(sheet);
    drawLine(sheet, row, line);
    pen.y += look.linePt;
  }
  pen.y += look.rowGapPt;
  drawRowRules(sheet, row, top);
}

function linesOf({ cells }: PrintedRow): number {
  return Math.max(...cells.map((cell) => cell?.lines.length ?? 0));
}

function drawLine(sheet: Sheet, row: PrintedRow, line: number): void {
  const { pen, producer } = sheet;
  const { look, columns } = sheet.statement;
  const rest = linesOf(row) - 1;
  const bold = row.kind !== 'record';
  columns.forEach((_, column) => {
    const cell = row.cells[column] ?? null;
    if (cell === null) return;
    const isSingle = cell.lines.length === 1;
    const isLast = producer.level === 'bottom' || (row.amountsOn === 'last' && column > 1);
    const first = isSingle && producer.level !== 'middle' && isLast ? rest : 0;
    const own = cell.lines[line - first];
    if (own === undefined) return;
    const dropPt = isSingle && producer.level === 'middle' ? (rest / 2) * look.linePt : 0;
    const isNegative = typeof cell.value === 'number' && cell.value < 0;
    const color = producer.redNegatives && isNegative ? 'red' : 'black';
    cellText(sheet, own, column, { bold, color, place: 'cell', shiftPt: cell.shiftPt ?? 0, dropPt });
    if (cell.sign !== undefined && line === 0)
      text(sheet, cell.sign, left(sheet, column) + gapOf(look) / 2, pen.y + dropPt, { bold });
  });
}

function drawRowRules(sheet: Sheet, row: PrintedRow, top: number): void {
  const { pen, producer } = sheet;
  const { look, columns } = sheet.statement;
  const start = top - look.sizePt - look.rowGapPt / 2 + 1;
  const end = pen.y - look.sizePt - look.rowGapPt / 2 + 1;
  // The name of a section is in one cell across the table.
  const places = row.kind === 'section' ? [0, columns.length] : [...columns.keys(), columns.length];
  if (look.rules === 'grid' && producer.rules === 'frame') {
    for (const [index, place] of places.slice(1).entries()) {
      const x = left(sheet, places[index] ?? 0);
      pen.frame(x, start, left(sheet, place) - x, end - start);
    }
    return;
  }
  if (look.rules === 'rows' || look.rules === 'grid') rule(sheet, end);
  if (look.rules === 'grid') uprights(sheet, places, start, end);
}

/** Draws lines that are typed whole. */
function typedText(sheet: Sheet, lines: readonly string[]): void {
  for (const line of lines) {
    text(sheet, line, sheet.marginPt, sheet.pen.y);
    sheet.pen.y += sheet.statement.look.linePt;
  }
}

function isPageFull(sheet: Sheet, heightPt: number): boolean {
  const { advert, linePt } = sheet.statement.look;
  const keptPt = advert?.at === 'end' ? (advert.lines.length + 1) * linePt + advertGapPt : 0;
  return sheet.pen.y + heightPt > sizeOf(sheet)[1] - footPt - keptPt;
}

/** Ends the page as the statement ends each, and begins the next as it begins each. */
function turnPage(sheet: Sheet): void {
  const { pen } = sheet;
  const { look } = sheet.statement;
  if (look.continued !== undefined) text(sheet, look.continued, sizeOf(sheet)[0] / 2, pen.y + 4);
  if (look.advert?.at === 'end') {
    pen.y += advertGapPt;
    drawAdvert(sheet, look.advert);
  }
  if (look.topOnEveryPage === true) drawTop(sheet);
  else beginPage(sheet);
  if (look.advert?.at === 'start') {
    drawAdvert(sheet, look.advert);
    pen.y += advertGapPt;
  }
  if (look.repeatHeader && look.bare !== true) drawHeader(sheet);
}

function drawAdvert(sheet: Sheet, { lines, framed }: NonNullable<Statement['look']['advert']>): void {
  const { pen, marginPt } = sheet;
  const { sizePt, linePt } = sheet.statement.look;
  const top = pen.y - sizePt - 3;
  for (const [index, line] of lines.entries()) {
    text(sheet, line, marginPt + 8, pen.y, { bold: index === 0 });
    pen.y += linePt;
  }
  if (framed) pen.frame(marginPt, top, sizeOf(sheet)[0] - 2 * marginPt, pen.y - sizePt + 3 - top);
}

function drawPartTitle(sheet: Sheet): void {
  const { pen } = sheet;
  const { title, look } = sheet.statement;
  // A table does not begin where its header and first rows have no room.
  if (isPageFull(sheet, 8 * look.linePt)) beginPage(sheet);
  pen.y += look.linePt;
  text(sheet, title, sheet.marginPt, pen.y, { bold: true, sizePt: look.sizePt + 2 });
  pen.y += look.linePt + 8;
}

function left({ statement, marginPt }: Sheet, column: number): number {
  return marginPt + statement.columns.slice(0, column).reduce((sum, { widthPt }) => sum + widthPt, 0);
}

/** How the text of a cell is set, and where in its column. */
interface CellType extends Pick<Type, 'bold' | 'color'> {
  readonly place: 'cell' | 'column' | 'left' | 'center';
  readonly shiftPt?: number;
  readonly dropPt?: number;
}

function cellText(sheet: Sheet, value: string, column: number, type: CellType): void {
  const { pen, statement } = sheet;
  const { columns, look } = statement;
  const { align, widthPt, isAmount } = columns[column] ?? { align: 'left' as const, widthPt: 0, isAmount: false };
  const { place, shiftPt = 0, dropPt = 0, ...face } = type;
  const isCell = place === 'cell' && isAmount;
  const sizePt = look.sizePt * (isCell ? (look.amountScale ?? 1) : 1);
  const takenPt = gapOf(look) + pen.widthOf(value, { ...face, sizePt }) + (isCell ? insetOf(look) : 0);
  const share = align === 'left' || place === 'left' ? 0 : place === 'center' ? 0.5 : 1;
  const x = left(sheet, column) + gapOf(look) / 2 + share * (widthPt - takenPt) + shiftPt;
  pen.column = column;
  text(sheet, value, x, pen.y + dropPt, { ...face, sizePt });
  pen.column = -1;
}

/** Amounts may end right of their headings, but within their borders. */
function insetOf(look: Statement['look']): number {
  const { amountInsetPt = 0, rules } = look;
  return rules === 'grid' ? Math.max(amountInsetPt, 1 - gapOf(look) / 2) : amountInsetPt;
}

function text(sheet: Sheet, value: string, x: number, y: number, type: Partial<Type> = {}): void {
  sheet.pen.text(value, x, y, { bold: false, sizePt: sheet.statement.look.sizePt, ...type });
}

function rule(sheet: Sheet, y: number): void {
  sheet.pen.rule({ x: sheet.marginPt, y }, { x: left(sheet, sheet.statement.columns.length), y });
}

function uprights(sheet: Sheet, columns: readonly number[], from: number, to: number): void {
  for (const x of columns.map((column) => left(sheet, column))) sheet.pen.rule({ x, y: from }, { x, y: to });
}

function fill(sheet: Sheet, top: number, heightPt: number, gray: number): void {
  const widthPt = left(sheet, sheet.statement.columns.length) - sheet.marginPt;
  sheet.pen.fill(sheet.marginPt, top, widthPt, heightPt, gray);
}
