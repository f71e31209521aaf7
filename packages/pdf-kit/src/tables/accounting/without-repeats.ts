import { composeLine } from '../../page-model/text/build-lines.ts';
import type { Word } from '../../page-model/types.ts';
import type { Table, TableCell } from '../types.ts';

/**
 * Tables of a page of which no two have the same word: it stays in the table whose header has it, or else in the first
 * of them. A row without any other text is dropped, and a table without any is null.
 */
export function withoutRepeats(tables: readonly Table[]): readonly (Table | null)[] {
  const owners = new Map<string, Table>();
  const claim = (table: Table, cells: readonly TableCell[]) => {
    for (const place of wordsOf(cells).map(placeOf)) owners.set(place, owners.get(place) ?? table);
  };
  for (const table of tables)
    claim(
      table,
      table.cells.filter(({ row }) => row < table.headerRows),
    );
  for (const table of tables) claim(table, table.cells);
  return tables.map((table) => {
    const isOwn = (word: Word) => owners.get(placeOf(word)) === table;
    return wordsOf(table.cells).every(isOwn) ? table : withWords(table, isOwn);
  });
}

function wordsOf(cells: readonly TableCell[]): Word[] {
  return cells.flatMap(({ lines }) => lines.flatMap(({ words }) => words));
}

function placeOf({ box, text }: Word): string {
  return `${box.x0.toFixed(1)}:${box.y0.toFixed(1)}:${text}`;
}

/** A table with some of its words, without the rows that have none of them. */
function withWords(table: Table, isKept: (word: Word) => boolean): Table | null {
  const cells = table.cells.map((cell) => cellWithWords(cell, isKept));
  if (wordsOf(cells).length === 0) return null;
  const isEmptied = (row: number) =>
    table.cells.every((cell, index) => cell.row !== row || (cell.rowSpan === 1 && cells[index]?.text === '')) &&
    table.cells.some((cell) => cell.row === row && cell.text !== '') &&
    !table.cells.some((cell) => cell.row < row && cell.row + cell.rowSpan > row);
  const rows = Array.from({ length: table.rowCount }, (_, row) => row);
  const kept = rows.filter((row) => !isEmptied(row));
  const place = new Map(kept.map((row, index) => [row, index]));
  const rowCuts = [...kept.map((row) => table.rowCuts[row] ?? 0), table.rowCuts[(kept.at(-1) ?? 0) + 1] ?? 0];
  return {
    ...table,
    box:
      table.angle === 0
        ? { ...table.box, y0: rowCuts[0] ?? table.box.y0, y1: rowCuts.at(-1) ?? table.box.y1 }
        : table.box,
    rowCount: kept.length,
    rowCuts,
    headerRows: kept.filter((row) => row < table.headerRows).length,
    cells: cells.flatMap((cell) => {
      const row = place.get(cell.row);
      return row === undefined ? [] : [{ ...cell, row }];
    }),
  };
}

function cellWithWords(cell: TableCell, isKept: (word: Word) => boolean): TableCell {
  if (cell.lines.every(({ words }) => words.every(isKept))) return cell;
  const lines = cell.lines.flatMap((line) => {
    const words = line.words.filter(isKept);
    return words.length === 0 ? [] : [composeLine(words, line.baseline, line.angle, line)];
  });
  return { ...cell, lines, text: lines.map(({ text }) => text).join('\n') };
}
