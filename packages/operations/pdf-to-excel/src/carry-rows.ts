import { containsMiddle } from '@platen/pdf-kit/geometry';
import type { Line, Page } from '@platen/pdf-kit/page-model';
import { carriedRows, tableReach } from '@platen/pdf-kit/tables';
import type { ChosenPage, ChosenTable } from './choose-tables.ts';

/** Gives the rows at the top of a page that the table of the page before carried over to that table, as one chain with it. */
export function carryRows(pages: readonly ChosenPage[], running: ReadonlySet<Line>): ChosenPage[] {
  const carried: ChosenPage[] = [];
  for (const next of pages) {
    const before = carried.at(-1);
    const [above, below] = before === undefined ? [before, next] : carryOver(before, next, running);
    if (above !== undefined) carried[carried.length - 1] = above;
    carried.push(below);
  }
  return carried;
}

function carryOver(before: ChosenPage, next: ChosenPage, running: ReadonlySet<Line>): [ChosenPage, ChosenPage] {
  const last = before.tables.toSorted((a, b) => a.table.box.y1 - b.table.box.y1).at(-1);
  const isReadOn = last?.chain != null && next.tables.some(({ chain }) => chain === last.chain);
  if (last === undefined || isReadOn || before.page.number + 1 !== next.page.number) return [before, next];
  const { toBottom, isCarried } = tableReach(before.page, last.table, running);
  const lines = ownLines(next.page, running);
  // A letterhead with labels and their values may be found as a table.
  const tables = next.tables
    .map(({ table }) => table)
    .filter(({ box }) => lines.some((line) => containsMiddle(box, line.box)));
  const rows = carriedRows(last.table, {
    number: next.page.number,
    lines,
    tables,
    isBroken: toBottom || isCarried,
  });
  if (rows === null) return [before, next];
  const chain = last.chain ?? `${before.page.number}:${Math.round(last.table.box.y0)}`;
  const going: ChosenTable = { table: rows.table, title: null, chain, isForm: false };
  return [
    { ...before, tables: before.tables.map((own) => (own === last ? { ...own, chain } : own)) },
    { ...next, tables: [going, ...next.tables.filter(({ table }) => table !== rows.rest)] },
  ];
}

/** The lines of a page without those that run over pages; a label that is printed again beside another amount is none. */
function ownLines({ lines }: Page, running: ReadonlySet<Line>): readonly Line[] {
  const own = lines.filter((line) => !running.has(line));
  const isBeside = ({ box }: Line) =>
    own.some((other) => other.box.y0 < (box.y0 + box.y1) / 2 && other.box.y1 > (box.y0 + box.y1) / 2);
  return lines.filter((line) => !running.has(line) || isBeside(line));
}
