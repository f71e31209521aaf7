import type { Line, Page } from '../../page-model/types.ts';
import { valuesIn } from '../accounting/values-in.ts';
import type { Table } from '../types.ts';
import { isMoneyText, isNumberText } from '../value-text.ts';

/** Headers and footers are within this share of the page at its top and bottom. */
const marginShare = 0.12;
/** A line closer to a table than this, in line heights, is its caption or note. */
const captionLines = 2.5;
/** A table that a page break cuts ends below this share of its page. */
const brokenShare = 0.65;
/** Columns are the same if their borders differ by at most this share of the table's width. */
const cutTolerance = 0.02;
/** Maximum number of rows of a header, and of titles within the frame of a table above it. */
const maxHeaderRows = 8;
const maxTitleRows = 8;

/** This many running lines above a table are a letterhead; a single one may be the title of several tables. */
const letterheadLines = 2;
/** Tolerance for the position of a running line on its pages, in points. */
const samePlacePt = 3;
/** A number with the words of some languages, or a number of a number in any language: `Halaman 1 dari 2`. */
const pageNumbering =
  /^[\d\s/|–-]+$|^(?:\p{L}+\.? )?\d{1,3} ?(?:\/|\p{L}{1,4}) ?\d{1,3}$|(?:^|\P{L})(?:page|seite|blatt|pagina|página|hoja|sida|side)(?:$|\P{L})/iu;
const continuing = /\b(?:continued|continues|carried over|fortsetzung|suite|sigue|continúa|segue|vervolg)\b/iu;

/** Whether a table begins at the top of its page or ends at its bottom, with only running lines beyond it. */
export interface TableReach {
  readonly fromTop: boolean;
  /** The line right above it, which may name it, or null. */
  readonly caption: string | null;
  readonly toBottom: boolean;
  /**
   * Like `toBottom`, but with part of the page left: a repeated letterhead above it, or a line such as `continued`
   * below.
   */
  readonly isCarried: boolean;
  /** Text below it fills the rest of its page: if its header is repeated on the next page, it continues there. */
  readonly hasTextBelow: boolean;
}

/**
 * Examines what is above and below a table on its page. A caption above or a note below bounds it; `running` lines do
 * not.
 */
export function tableReach(page: Page, { box }: Table, running: ReadonlySet<Line> = new Set()): TableReach {
  const top = marginShare * page.heightPt;
  const bottom = page.heightPt - top;
  const own = page.lines.filter((line) => !running.has(line));
  const above = own.filter((line) => line.box.y1 <= box.y0 + 2 && !continuing.test(line.text));
  const below = own.filter((line) => line.box.y0 >= box.y1 - 2 && !continuing.test(line.text));
  const isLast = below.every((line) => line.box.y0 > bottom && line.box.y0 - box.y1 > captionLines * line.style.sizePt);
  const isContinued =
    page.lines.filter((line) => line.box.y1 <= box.y0 && running.has(line)).length >= letterheadLines ||
    page.lines.some((line) => line.box.y0 >= box.y1 - 2 && continuing.test(line.text));
  const caption = above.findLast((line) => box.y0 - line.box.y1 <= captionLines * line.style.sizePt)?.text ?? null;
  return {
    fromTop: caption === null && above.every((line) => line.box.y1 < top),
    caption,
    toBottom: isLast && box.y1 > brokenShare * page.heightPt,
    isCarried: isLast && isContinued,
    hasTextBelow: below.some((line) => line.box.y1 > brokenShare * page.heightPt),
  };
}

/**
 * Lines repeated on the page before or after: a letterhead or report title in the same place, or a page footer, whose
 * height may vary if it follows the text.
 */
export function runningLines(pages: readonly Page[]): Set<Line> {
  const running = new Set<Line>();
  pages.forEach((page, index) => {
    const neighbours = [pages[index - 1], pages[index + 1]].flatMap((other) => other?.lines ?? []);
    const byText = Map.groupBy(neighbours, ({ text }) => withoutNumber(text));
    for (const line of page.lines) {
      const same = byText.get(withoutNumber(line.text)) ?? [];
      const isFoot = line.box.y0 > (1 - marginShare) * page.heightPt;
      const isSame = ({ box }: Line) =>
        Math.abs(box.x0 - line.box.x0) < samePlacePt &&
        (Math.abs(box.y0 - line.box.y0) < samePlacePt || (isFoot && box.y0 > (1 - marginShare) * page.heightPt));
      if (same.some(isSame)) running.add(line);
    }
  });
  return running;
}

/** A text with its page number masked, so that `2 of 11` equals any page of 11. */
export function withoutNumber(text: string): string {
  return pageNumbering.test(text) ? text.replace(/\d+/g, '#') : text;
}

/** Whether two tables have the same columns, so that the second may continue where the first ended. */
export function haveSameColumns(above: Pick<Table, 'columnCuts'>, below: Pick<Table, 'columnCuts'>): boolean {
  const first = above.columnCuts;
  const second = below.columnCuts;
  const width = (first.at(-1) ?? 0) - (first[0] ?? 0);
  if (first.length !== second.length) return false;
  // The outermost cuts of a table without borders depend on its longest text.
  return first.every((cut, index) => {
    const outer = index === 0 || index === first.length - 1;
    return Math.abs(cut - (second[index] ?? 0)) <= (outer ? 4 : 1) * cutTolerance * width;
  });
}

/**
 * How many rows at the top of `below` repeat the header of `above`, printed again on a new page. A title within the
 * frame of `above` need not be repeated.
 */
export function repeatedHeaderRows(above: readonly HeaderCell[], below: readonly HeaderCell[]): number {
  const head = topRows(above);
  const repeated = topRows(below);
  const starts = Array.from({ length: titleRows(head) + 1 }, (_, start) => start);
  return Math.max(...starts.map((start) => equalRows(head.slice(start), repeated)));
}

/** The filled cells of each of the first rows, left to right. */
function topRows(cells: readonly HeaderCell[]): readonly (readonly HeaderCell[])[] {
  const rows = Array.from({ length: maxTitleRows + maxHeaderRows }, (): HeaderCell[] => []);
  for (const cell of cells) if (cell.text !== '') rows[cell.row]?.push(cell);
  return rows.map((row) => row.sort((a, b) => a.column - b.column));
}

/** How many rows of a single text precede the first row of headings. */
function titleRows(rows: readonly (readonly HeaderCell[])[]): number {
  const header = rows.findIndex((row) => row.length > 1);
  const isHeadings = rows[header]?.every(({ text }) => !isNumberText(text)) === true;
  return isHeadings && header <= maxTitleRows ? header : 0;
}

/** How many of the first rows are the same; one that states an amount is in no header, and is on the page once more. */
function equalRows(above: readonly (readonly HeaderCell[])[], below: readonly (readonly HeaderCell[])[]): number {
  const end = below.findIndex(
    (row, index) =>
      row.length === 0 ||
      row.some(({ text }) => !text.includes('%') && valuesIn(text).some(isMoneyText)) ||
      rowText(row) !== rowText(above[index] ?? []),
  );
  return Math.min(end < 0 ? below.length : end, maxHeaderRows);
}

interface HeaderCell {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

function rowText(row: readonly HeaderCell[]): string {
  return row.map(({ column, text }) => `${column}:${text.replace(/\s+/g, ' ')}`).join('|');
}
