import { containsMiddle } from '@platen/pdf-kit/geometry';
import type { Glyph, Line, Page, Word } from '@platen/pdf-kit/page-model';
import { withoutWords } from '@platen/pdf-kit/page-model';
import type { Table, TableCell } from '@platen/pdf-kit/tables';

/** A blank typed out of underscores or dashes; tables are found without those, as some draw their rules so. */
const blankPattern = /^[-–—_=‗]{4,}$/u;
/** A typed line this close to a cut, in points, is the border there. */
const borderPt = 4;

/** The table with the blanks typed in its cells, such as lines to sign on, where its borders are drawn. */
export function withTypedBlanks(table: Table, { lines }: Page): Table {
  if (table.kind !== 'ruled' && table.kind !== 'tagged') return table;
  const isBorder = ({ box }: Word) => table.rowCuts.some((cut) => Math.abs(cut - (box.y0 + box.y1) / 2) <= borderPt);
  const level = lines.filter(({ angle, box }) => angle === 0 && containsMiddle(table.box, box));
  const typed = level.filter(({ words }) => words.some((word) => blankPattern.test(word.text) && !isBorder(word)));
  if (typed.length === 0) return table;
  return { ...table, cells: table.cells.map((cell) => withLines(cell, typed)) };
}

function withLines(cell: TableCell, typed: readonly Line[]): TableCell {
  const known = glyphsOf(cell.lines);
  const added = typed
    .flatMap((line) => withoutWords(line, ({ box }) => !containsMiddle(cell.box, box)))
    .filter((line) => [...glyphsOf([line])].some((glyph) => !known.has(glyph)));
  if (added.length === 0) return cell;
  const replaced = glyphsOf(added);
  const kept = cell.lines.filter((line) => [...glyphsOf([line])].every((glyph) => !replaced.has(glyph)));
  const all = [...kept, ...added].sort((first, second) => first.baseline - second.baseline);
  return { ...cell, lines: all, text: all.map(({ text }) => text).join('\n') };
}

function glyphsOf(lines: readonly Line[]): ReadonlySet<Glyph> {
  return new Set(lines.flatMap(({ words }) => words.flatMap(({ glyphs }) => [...glyphs])));
}
