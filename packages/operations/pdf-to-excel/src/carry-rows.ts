import { containsMiddle } from '@platen/pdf-kit/geometry';
import type { Line, Page } from '@platen/pdf-kit/page-model';
import { carriedRows, rowsGoingOn, tableReach } from '@platen/pdf-kit/tables';
import type { ChosenPage, ChosenTable } from './choose-tables.ts';

/** Moves rows at the top of a page that continue the table of the page before to that table, as one chain with it. */
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
  // A letterhead with labels and values may have been found as a table.
  const tables = next.tables
    .map(({ table }) => table)
    .filter(({ box }) => lines.some((line) => containsMiddle(box, line.box)));
  const rows = carriedRows(last.table, {
    number: next.page.number,
    lines,
    tables,
    isBroken: toBottom || isCarried,
  });
  if (rows === null) return toBottom || isCarried ? goOn(before, last, next, running) : [before, next];
  const chain = chainOf(before, last);
  const going: ChosenTable = { table: rows.table, title: null, chain, isForm: false };
  return [
    withTable(before, last, { ...last, chain }),
    { ...next, tables: [going, ...next.tables.filter(({ table }) => table !== rows.rest)] },
  ];
}

/**
 * Gives the table at the top of a page the columns of the last one on the page before, as one chain with it, if it
 * continues that table.
 */
function goOn(
  before: ChosenPage,
  last: ChosenTable,
  next: ChosenPage,
  running: ReadonlySet<Line>,
): [ChosenPage, ChosenPage] {
  const [first] = next.tables.toSorted((a, b) => a.table.box.y0 - b.table.box.y0);
  const table =
    first !== undefined && first.chain === null && tableReach(next.page, first.table, running).fromTop
      ? rowsGoingOn(first.table, last.table)
      : null;
  if (first === undefined || table === null) return [before, next];
  const chain = chainOf(before, last);
  return [withTable(before, last, { ...last, chain }), withTable(next, first, { ...first, table, chain })];
}

function withTable(page: ChosenPage, table: ChosenTable, by: ChosenTable): ChosenPage {
  return { ...page, tables: page.tables.map((own) => (own === table ? by : own)) };
}

function chainOf(before: ChosenPage, { chain, table }: ChosenTable): string {
  return chain ?? `${before.page.number}:${Math.round(table.box.y0)}`;
}

/** The lines of a page without running lines; a label repeated beside a different amount is not one. */
function ownLines({ lines }: Page, running: ReadonlySet<Line>): readonly Line[] {
  const own = lines.filter((line) => !running.has(line));
  const isBeside = ({ box }: Line) =>
    own.some((other) => other.box.y0 < (box.y0 + box.y1) / 2 && other.box.y1 > (box.y0 + box.y1) / 2);
  return lines.filter((line) => !running.has(line) || isBeside(line));
}
