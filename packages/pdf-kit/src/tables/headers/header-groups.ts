import type { Chunk } from '../chunk.ts';
import type { TextRow } from '../text-rows.ts';
import type { Table } from '../types.ts';

/** Maximum distance of the group headings above the headings, in em: the heading of the labels may be between. */
const reachEm = 3;
/**
 * Tolerance for a group heading centred over its headings, in em, and as a share of the distance between the first and
 * last of these: with a quarter, it is nearer to the middle of two headings than to either of them.
 */
const centredEm = 0.6;
const centredShare = 0.25;

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

/** The groups of a line over headings, without that of the labels. */
function groupsOf(line: TextRow, row: TextRow, columns: readonly number[]): readonly HeadingGroup[] | null {
  const heads = row.chunks
    .map((chunk, index) => ({ chunk, column: columns[index] ?? 0 }))
    .filter(({ column }) => column > 0);
  return groupsOver(line.chunks, heads);
}

/**
 * The groups of headings if each of the texts above them is centred over several adjacent ones, and these together are
 * all, but for columns of labels to the left; else null.
 */
function groupsOver(
  above: readonly Chunk[],
  heads: readonly { readonly chunk: Chunk; readonly column: number }[],
): readonly HeadingGroup[] | null {
  if (above.length < 2 || heads.length < above.length) return null;
  const nearest = ({ chunk }: (typeof heads)[number]) =>
    above.toSorted((a, b) => Math.abs(middle(a) - middle(chunk)) - Math.abs(middle(b) - middle(chunk)))[0];
  const own = Map.groupBy(heads, nearest);
  const groups = above.flatMap((chunk, index): HeadingGroup[] => {
    const under = own.get(chunk) ?? [];
    // To the left of the first group may be columns of labels.
    const starts = index === 0 ? under.keys().toArray() : [0];
    const group = starts.map((start) => under.slice(start)).find((some) => isCentredOver(chunk, some));
    const [first, last] = [group?.[0], group?.at(-1)];
    return first === undefined || last === undefined ? [] : [{ chunk, first: first.column, last: last.column }];
  });
  return groups.length === above.length ? groups : null;
}

function isCentredOver(chunk: Chunk, heads: readonly { readonly chunk: Chunk }[]): boolean {
  const [first, last] = [heads[0]?.chunk, heads.at(-1)?.chunk];
  if (first === undefined || last === undefined || heads.length < 2) return false;
  const [from, to] = [middle(first), middle(last)];
  return (
    Math.abs(2 * middle(chunk) - first.box.x0 - last.box.x1) <= 2 * centredEm * chunk.sizePt ||
    Math.abs(2 * middle(chunk) - from - to) <= 2 * centredShare * (to - from)
  );
}

function middle({ box }: Chunk): number {
  return (box.x0 + box.x1) / 2;
}
