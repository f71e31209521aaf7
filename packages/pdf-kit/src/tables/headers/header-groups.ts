import type { Chunk } from '../chunk.ts';
import type { TextRow } from '../text-rows.ts';
import type { Table } from '../types.ts';

/** Maximum distance of the group headings above the headings, in em: the heading of the labels may be between. */
const reachEm = 3;
/** Tolerance for a group heading centred over its headings, in em. */
const centredEm = 0.6;

/** A heading over several columns, ends included. */
export interface HeadingGroup {
  readonly chunk: Chunk;
  readonly first: number;
  readonly last: number;
}

/** What is above a line of headings: group headings, and the heading of the labels. */
export interface HeaderGroups {
  readonly groups: readonly HeadingGroup[];
  readonly stub: Chunk | null;
  /** Where the uppermost line begins. */
  readonly top: number;
}

/**
 * Finds the group headings above a line of headings, each centred over its group, such as `Reported` over `Number` and
 * `Percent`. Null if there are none. `columns` are those of the headings.
 */
export function headerGroups(
  above: readonly TextRow[],
  row: TextRow,
  columns: readonly number[],
  { columnCuts }: Pick<Table, 'columnCuts'>,
): HeaderGroups | null {
  let stub: Chunk | null = null;
  for (const line of above.toReversed()) {
    if (row.box.y0 - line.box.y1 > reachEm * row.sizePt) return null;
    const [only, ...others] = line.chunks;
    const isStub =
      others.length === 0 && only !== undefined && only.box.x0 < (columnCuts[1] ?? 0) && only.box.x1 < row.box.x0;
    if (isStub && stub === null && !columns.includes(0)) {
      stub = only;
      continue;
    }
    const groups = groupsOf(line, row, columns);
    return groups === null ? null : { groups, stub, top: line.box.y0 };
  }
  return null;
}

/**
 * The groups of a line if each of its texts spans several adjacent headings, which together are all but that of the
 * labels.
 */
function groupsOf(line: TextRow, row: TextRow, columns: readonly number[]): HeadingGroup[] | null {
  if (line.chunks.length < 2) return null;
  const heads = row.chunks
    .map((chunk, index) => ({ chunk, column: columns[index] ?? 0 }))
    .filter(({ column }) => column > 0);
  const nearest = ({ chunk }: (typeof heads)[number]) =>
    line.chunks.toSorted((a, b) => Math.abs(middle(a) - middle(chunk)) - Math.abs(middle(b) - middle(chunk)))[0];
  const own = Map.groupBy(heads, nearest);
  const groups = line.chunks.flatMap((chunk): HeadingGroup[] => {
    const under = own.get(chunk) ?? [];
    const first = under[0];
    const last = under.at(-1);
    if (first === undefined || last === undefined || under.length < 2) return [];
    const isCentred =
      Math.abs(2 * middle(chunk) - first.chunk.box.x0 - last.chunk.box.x1) <= 2 * centredEm * row.sizePt;
    return isCentred ? [{ chunk, first: first.column, last: last.column }] : [];
  });
  return groups.length === line.chunks.length ? groups : null;
}

function middle({ box }: Chunk): number {
  return (box.x0 + box.x1) / 2;
}
