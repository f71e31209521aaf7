import type { Box } from './types.ts';

/** Looks up by place what is on a page, without comparing it with everything else there. */
export interface PlaceIndex<Item> {
  /** An item may be added with several boxes. */
  add(item: Item, box: Box): void;
  /** The items with a box that touches this one, each once, in the order in which they were added. */
  touching(box: Box): readonly Item[];
}

interface Entry<Item> {
  readonly item: Item;
  readonly box: Box;
  readonly order: number;
}

/** Boxes of about one width and height, by the cells of that size that they touch: four at most. */
interface Layer<Item> {
  readonly widthPt: number;
  readonly heightPt: number;
  readonly cells: Map<number, Map<number, Entry<Item>[]>>;
}

/** Cells have sizes between these, in points: smaller boxes share cells, and no page has larger ones. */
const [smallestPt, largestPt] = [2, 16_384];

/** An index of boxes in points. Each is in a grid of its own width and height, so lines and panels are found like letters. */
export function createPlaceIndex<Item>(items: Iterable<readonly [Item, Box]> = []): PlaceIndex<Item> {
  const layers = new Map<string, Layer<Item>>();
  let order = 0;
  const add = (item: Item, box: Box) => {
    const layer = layerOf(box, layers);
    const entry = { item, box, order };
    order += 1;
    for (let column = cellOf(box.x0, layer.widthPt); column <= cellOf(box.x1, layer.widthPt); column += 1) {
      const rows = layer.cells.get(column) ?? new Map<number, Entry<Item>[]>();
      layer.cells.set(column, rows);
      for (let row = cellOf(box.y0, layer.heightPt); row <= cellOf(box.y1, layer.heightPt); row += 1) {
        const cell = rows.get(row);
        if (cell === undefined) rows.set(row, [entry]);
        else cell.push(entry);
      }
    }
  };
  for (const [item, box] of items) add(item, box);
  return {
    add,
    touching(box) {
      const found: Entry<Item>[] = [];
      for (const { widthPt, heightPt, cells } of layers.values()) {
        for (const rows of between(cells, cellOf(box.x0, widthPt), cellOf(box.x1, widthPt))) {
          for (const cell of between(rows, cellOf(box.y0, heightPt), cellOf(box.y1, heightPt))) {
            for (const entry of cell) if (touches(entry.box, box)) found.push(entry);
          }
        }
      }
      found.sort((a, b) => a.order - b.order);
      return [...new Set(found.map(({ item }) => item))];
    },
  };
}

function layerOf<Item>({ x0, y0, x1, y1 }: Box, layers: Map<string, Layer<Item>>): Layer<Item> {
  const [widthPt, heightPt] = [cellSize(x1 - x0), cellSize(y1 - y0)];
  const key = `${widthPt} ${heightPt}`;
  const known = layers.get(key);
  if (known !== undefined) return known;
  const layer: Layer<Item> = { widthPt, heightPt, cells: new Map() };
  layers.set(key, layer);
  return layer;
}

/** The power of two that is not less than a size. */
function cellSize(sizePt: number): number {
  return 2 ** Math.ceil(Math.log2(Math.min(largestPt, Math.max(smallestPt, sizePt))));
}

/** Places beyond all pages share the outermost cells. */
function cellOf(at: number, sizePt: number): number {
  return Math.floor(Math.min(largestPt, Math.max(-largestPt, at)) / sizePt);
}

/** What is at the keys from one to another: each of these is asked for, or each that there is if those are fewer. */
function* between<Value>(values: ReadonlyMap<number, Value>, first: number, last: number): Iterable<Value> {
  if (last - first >= values.size) {
    for (const [key, value] of values) if (key >= first && key <= last) yield value;
    return;
  }
  for (let key = first; key <= last; key += 1) {
    const value = values.get(key);
    if (value !== undefined) yield value;
  }
}

function touches(a: Box, b: Box): boolean {
  return a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1;
}
