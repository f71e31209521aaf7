import type { Glyph, Line, Page } from '@platen/pdf-kit/page-model';
import { withoutWords } from '@platen/pdf-kit/page-model';
import type { Table } from '@platen/pdf-kit/tables';

/** A column of fewer lines, or of fewer words a line, is one of the table. */
const minLines = 3;
const minWords = 4.5;
/** Lines of prose end near the edge of their column, in em; so many of them do. */
const nearEdgeEm = 4;
const fullShare = 0.7;
/** Edges of one column differ by no more, in points. */
const sameEdgePt = 1.5;
/** The next line of a text is no further away, in distances of its lines. */
const nextLine = 1.3;

/** So many rules show how wide a table is. */
const minRules = 3;

/**
 * The glyphs of prose that was taken for an outer column of a table without a grid: full lines, or lines that no rule of the
 * table reaches, that continue above or below it at the same edge and pitch, as where a table is in one of two columns of a
 * paper.
 */
export function proseBeside(table: Table, page: Page): ReadonlySet<Glyph> {
  if (table.kind === 'ruled' || table.kind === 'tagged' || table.angle !== 0) return new Set();
  const outer = [0, table.columnCount - 1].flatMap((column) => {
    const lines = table.cells
      .filter((cell) => cell.column === column && cell.columnSpan === 1)
      .flatMap((cell) => cell.lines)
      .sort((first, second) => first.baseline - second.baseline);
    return hasProseWords(lines) && isFull(lines) && goesOn(lines, page, table) ? lines : [];
  });
  const past = linesPastRules(table, page);
  const found = hasProseWords(past) && goesOn(past, page, table) ? [...outer, ...past] : outer;
  return new Set(found.flatMap(({ words }) => words.flatMap(({ glyphs }) => glyphs)));
}

function hasProseWords(lines: readonly Line[]): boolean {
  const words = lines.reduce((total, line) => total + line.words.length, 0);
  return lines.length >= minLines && words >= minWords * lines.length;
}

/** Most lines end at the edge. */
function isFull(lines: readonly Line[]): boolean {
  const edge = Math.max(...lines.map(({ box }) => box.x1));
  const full = lines.filter(({ box, style }) => edge - box.x1 <= nearEdgeEm * style.sizePt);
  return full.length >= fullShare * lines.length;
}

/** What is written level with a table behind the end that all of its rules have. */
function linesPastRules({ box }: Table, { rules, lines }: Page): readonly Line[] {
  const own = rules.filter(
    ({ orientation, x0, x1, y0 }) =>
      orientation === 'horizontal' && y0 > box.y0 && y0 < box.y1 + sameEdgePt && x1 > box.x0 && x0 < box.x1,
  );
  const end = Math.max(...own.map(({ x1 }) => x1));
  if (own.length < minRules || own.some(({ x1 }) => end - x1 > sameEdgePt)) return [];
  return lines
    .filter(({ angle, baseline }) => angle === 0 && baseline > box.y0 && baseline < box.y1)
    .flatMap((line) => withoutWords(line, (word) => word.box.x0 < end))
    .sort((first, second) => first.baseline - second.baseline);
}

function goesOn(lines: readonly Line[], page: Page, { box: table }: Table): boolean {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return false;
  const reachPt = (nextLine * (last.baseline - first.baseline)) / (lines.length - 1);
  const edge = Math.max(...lines.map(({ box }) => box.x1));
  return page.lines.some(({ box, baseline, style, angle }) => {
    if (angle !== 0 || (baseline > table.y0 && baseline < table.y1)) return false;
    const away = Math.min(Math.abs(baseline - first.baseline), Math.abs(baseline - last.baseline));
    return (
      away <= reachPt &&
      [first, last].some((line) => Math.abs(box.x0 - line.box.x0) <= sameEdgePt) &&
      box.x1 <= edge + nearEdgeEm * style.sizePt &&
      Math.abs(style.sizePt - last.style.sizePt) < 0.5
    );
  });
}
