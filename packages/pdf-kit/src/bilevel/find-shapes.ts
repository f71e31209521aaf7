import { type BitPlane, createBitPlane, fillRun } from './bit-plane.ts';
import type { PlacedShape } from './placed-shape.ts';

/** The shapes of a page, and a plane of the components that are too small or too large for one; null if there are none. */
export interface PageShapes {
  readonly shapes: readonly PlacedShape[];
  readonly rest: BitPlane | null;
}

/** Specks take more bytes as symbols than in a generic region; rules and pictures do not repeat. In pixels. */
const minShapePixels = 16;
const maxShapeSide = 400;
/** With more shapes than these the page is a halftone, not text. */
const maxShapes = 60_000;

/** Divides a page into its connected components (8-connected). Null if there are too many of them. */
export function findShapes(page: BitPlane): PageShapes | null {
  const runs = findRuns(page);
  if (runs === null) return null;
  const { order, firsts } = groupRuns(runs);
  const shapes: PlacedShape[] = [];
  let rest: BitPlane | null = null;
  for (let group = 0; group + 1 < firsts.length; group += 1) {
    const members = order.subarray(firsts[group], firsts[group + 1]);
    const shape = shapeOf(runs, members);
    if (shape !== null) shapes.push(shape);
    else {
      rest ??= createBitPlane(page.width, page.height);
      for (const run of members) {
        fillRun(rest, runs.rows[run] as number, runs.starts[run] as number, runs.ends[run] as number);
      }
    }
    if (shapes.length > maxShapes) return null;
  }
  return { shapes, rest };
}

/** Horizontal runs of set pixels, row by row from the top, each row from the left. */
interface Runs {
  readonly rows: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** The first run of each row, then the number of all runs. */
  readonly rowStarts: Int32Array;
}

function findRuns({ width, height, stride, words }: BitPlane): Runs | null {
  // A page of text has fewer runs than an eighth of its pixels.
  const maxRuns = Math.max(1024, (width * height) >> 3);
  const rowStarts = new Int32Array(height + 1);
  // Typed arrays: plain ones that grow to half a million numbers leave ten times their size as garbage.
  let [rows, starts, ends] = [0, 1, 2].map(() => new Int32Array(16_384)) as [Int32Array, Int32Array, Int32Array];
  let count = 0;
  for (let y = 0; y < height; y += 1) {
    rowStarts[y] = count;
    let isOpen = false;
    for (let column = 0; column < stride; column += 1) {
      // The bits at which a run can begin, or, within a run, end.
      const word = words[y * stride + column] as number;
      let changes = isOpen ? ~word : word;
      while (changes !== 0) {
        const lead = Math.clz32(changes);
        if (count === rows.length) [rows, starts, ends] = [doubled(rows), doubled(starts), doubled(ends)];
        if (isOpen) ends[count++] = 32 * column + lead;
        else {
          rows[count] = y;
          starts[count] = 32 * column + lead;
        }
        isOpen = !isOpen;
        changes = lead === 31 ? 0 : ~changes & (-1 >>> (lead + 1));
      }
    }
    if (isOpen) ends[count++] = width;
    if (count > maxRuns) return null;
  }
  rowStarts[height] = count;
  return { rows: rows.subarray(0, count), starts: starts.subarray(0, count), ends: ends.subarray(0, count), rowStarts };
}

function doubled(values: Int32Array): Int32Array {
  const result = new Int32Array(2 * values.length);
  result.set(values);
  return result;
}

/** Runs by connected component: the runs of the first, of the second, …, and where each begins, then the number of all runs. */
interface RunGroups {
  readonly order: Int32Array;
  readonly firsts: Int32Array;
}

/** Groups runs by connected component (union-find). Groups and their runs are in page order. */
function groupRuns({ starts, ends, rowStarts }: Runs): RunGroups {
  const parents = new Int32Array(starts.length);
  for (let run = 0; run < parents.length; run += 1) parents[run] = run;
  const rootOf = (run: number) => {
    let root = run;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root] as number] as number;
      root = parents[root] as number;
    }
    return root;
  };
  for (let row = 1; row + 1 < rowStarts.length; row += 1) {
    let above = rowStarts[row - 1] as number;
    const aboveEnd = rowStarts[row] as number;
    for (let run = aboveEnd; run < (rowStarts[row + 1] as number); run += 1) {
      while (above < aboveEnd && (ends[above] as number) < (starts[run] as number)) above += 1;
      for (let near = above; near < aboveEnd && (starts[near] as number) <= (ends[run] as number); near += 1) {
        parents[rootOf(run)] = rootOf(near);
      }
    }
  }
  // Counting sort by group.
  const groupOf = new Int32Array(starts.length).fill(-1);
  const counts = new Int32Array(starts.length + 1);
  let groups = 0;
  for (let run = 0; run < starts.length; run += 1) {
    const root = rootOf(run);
    if (groupOf[root] === -1) groupOf[root] = groups++;
    groupOf[run] = groupOf[root] as number;
    counts[groupOf[run] as number] = (counts[groupOf[run] as number] as number) + 1;
  }
  const firsts = new Int32Array(groups + 1);
  for (let group = 0; group < groups; group += 1) {
    firsts[group + 1] = (firsts[group] as number) + (counts[group] as number);
  }
  const order = new Int32Array(starts.length);
  const next = firsts.slice();
  for (let run = 0; run < starts.length; run += 1) {
    const group = groupOf[run] as number;
    order[next[group] as number] = run;
    next[group] = (next[group] as number) + 1;
  }
  return { order, firsts };
}

/** The shape of a component; null if it is too small or too large for one. */
function shapeOf({ rows, starts, ends }: Runs, group: Int32Array): PlacedShape | null {
  let [left, right, ink] = [Number.POSITIVE_INFINITY, 0, 0];
  for (const run of group) {
    left = Math.min(left, starts[run] as number);
    right = Math.max(right, ends[run] as number);
    ink += (ends[run] as number) - (starts[run] as number);
  }
  const top = rows[group[0] as number] as number;
  const width = right - left;
  const height = (rows[group.at(-1) as number] as number) - top + 1;
  if (ink < minShapePixels || width > maxShapeSide || height > maxShapeSide) return null;
  const bits = createBitPlane(width, height);
  for (const run of group) {
    fillRun(bits, (rows[run] as number) - top, (starts[run] as number) - left, (ends[run] as number) - left);
  }
  return { x: left, y: top, bits };
}
