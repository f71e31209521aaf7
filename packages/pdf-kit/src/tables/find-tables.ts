import { boxArea, containsMiddle, intersectBoxes } from '../page-model/box.ts';
import type { Page } from '../page-model/types.ts';
import { composeTable } from './compose-table.ts';
import { collectEdges } from './edges.ts';
import { findRuledTables } from './ruled-tables.ts';
import { buildTextRows } from './text-rows.ts';
import { findTextTables } from './text-tables.ts';
import type { Table } from './types.ts';

/** The tables of a page, from top to bottom. */
export function findTables(page: Page): Table[] {
  const edges = collectEdges(page);
  const ruled = findRuledTables(page, edges).map((draft) => composeTable(draft, page.fills));
  const kept = dropNested(ruled);
  const uprights = edges.vertical.map(({ at, start, end }) => ({ x: at, y0: start, y1: end }));
  const free = page.lines.filter(
    ({ angle, box }) => angle === 0 && !kept.some((table) => containsMiddle(table.box, box)),
  );
  const rows = buildTextRows(free, uprights);
  const open = findTextTables(page, rows, edges).map((draft) => composeTable(draft, page.fills));
  return [...kept, ...open].sort((a, b) => a.box.y0 - b.box.y0 || a.box.x0 - b.box.x0);
}

/** Of two tables one inside the other, the one with more cells is the table. */
function dropNested(tables: readonly Table[]): Table[] {
  const byCells = [...tables].sort((a, b) => filledCount(b) - filledCount(a));
  const kept: Table[] = [];
  for (const table of byCells) {
    const clash = kept.some(({ box }) => {
      const shared = intersectBoxes(box, table.box);
      return shared !== null && boxArea(shared) > 0.3 * Math.min(boxArea(box), boxArea(table.box));
    });
    if (!clash) kept.push(table);
  }
  return kept;
}

function filledCount({ cells }: Table): number {
  return cells.filter(({ text }) => text !== '').length;
}
