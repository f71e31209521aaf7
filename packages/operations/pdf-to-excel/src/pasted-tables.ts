import type { Line, Page } from '@platen/pdf-kit/page-model';
import { findPageTables, type Table } from '@platen/pdf-kit/tables';

/** A picture is a table if tables hold this share of its words: the others are its title and notes. */
const tableShare = 0.6;
/** Fewer rows of so many columns are a chart with its labels, a logo or a stamp. */
const [leastRows, leastColumns] = [3, 2];
/** And as many of the cells must be filled: labels of a chart are far apart. */
const leastFilled = 0.6;

/** A page with the text and rules of tables in its pictures, each of them given as a page with nothing else. */
export function withPastedTables(page: Page, tables: readonly Page[]): Page {
  if (tables.length === 0) return page;
  return {
    ...page,
    lines: tables.reduce((lines, table) => inserted(lines, table.lines), page.lines),
    rules: [...page.rules, ...tables.flatMap(({ rules }) => rules)],
    fills: [...page.fills, ...tables.flatMap(({ fills }) => fills)],
  };
}

/** Whether a picture, given as a page with nothing else, is a table. What is in others, such as charts and screens, stays there. */
export function isPastedTable(picture: Page): boolean {
  const tables = findPageTables(picture).tables.filter(isFilled);
  const words = (lines: readonly Line[]) => lines.reduce((count, line) => count + line.words.length, 0);
  const held = tables.reduce((sum, { cells }) => sum + cells.reduce((own, cell) => own + words(cell.lines), 0), 0);
  return held > 0 && held >= tableShare * words(picture.lines);
}

function isFilled({ rowCount, columnCount, cells }: Table): boolean {
  if (rowCount < leastRows || columnCount < leastColumns) return false;
  const area = cells
    .filter(({ lines }) => lines.length > 0)
    .reduce((sum, { rowSpan, columnSpan }) => sum + rowSpan * columnSpan, 0);
  return area >= leastFilled * rowCount * columnCount;
}

/** Lines among others, where they are on the page. */
function inserted(lines: readonly Line[], others: readonly Line[]): readonly Line[] {
  const top = Math.min(...others.map(({ box }) => box.y0));
  const at = lines.findIndex(({ box }) => box.y0 >= top);
  return at < 0 ? [...lines, ...others] : lines.toSpliced(at, 0, ...others);
}
