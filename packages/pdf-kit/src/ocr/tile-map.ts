import type { GreyRaster, PixelBox } from './recognizer.ts';

/** A binary map of the square tiles of a page. */
export interface TileMap {
  readonly size: number;
  readonly columns: number;
  readonly rows: number;
  readonly marked: Uint8Array;
}

/** Marks the tiles for which `isMarked`, called with the left and top edge, is true. */
export function mapTiles(page: GreyRaster, size: number, isMarked: (left: number, top: number) => boolean): TileMap {
  const [columns, rows] = [Math.ceil(page.widthPx / size), Math.ceil(page.heightPx / size)];
  const marked = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (isMarked(column * size, row * size)) marked[row * columns + column] = 1;
    }
  }
  return { size, columns, rows, marked };
}

/** Unmarks every tile that a box touches. */
export function clearBox({ size, columns, rows, marked }: TileMap, { x0, y0, x1, y1 }: PixelBox): void {
  const [left, right] = [Math.floor(x0 / size), Math.floor(x1 / size)];
  for (let row = Math.max(0, Math.floor(y0 / size)); row <= Math.min(rows - 1, Math.floor(y1 / size)); row += 1) {
    marked.fill(0, row * columns + Math.max(0, left), row * columns + Math.min(columns, right + 1));
  }
}

/** A connected component of tiles: the box around it in pixels, and the number of its tiles. */
export interface TileComponent {
  readonly box: PixelBox;
  readonly tiles: number;
}

/** The connected components of marked tiles (8-connected), across vertical gaps of fewer than `reachDown` tiles. */
export function connectedTiles({ size, columns, rows, marked }: TileMap, reachDown = 1): readonly TileComponent[] {
  const components: TileComponent[] = [];
  const left = new Uint8Array(marked);
  for (let first = 0; first < left.length; first += 1) {
    if (left[first] === 0) continue;
    const waiting = [first];
    left[first] = 0;
    let tiles = 0;
    let [x0, y0, x1, y1] = [columns, rows, 0, 0];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const [column, row] = [at % columns, Math.floor(at / columns)];
      tiles += 1;
      [x0, y0, x1, y1] = [Math.min(x0, column), Math.min(y0, row), Math.max(x1, column + 1), Math.max(y1, row + 1)];
      for (let near = Math.max(0, row - reachDown); near <= Math.min(rows - 1, row + reachDown); near += 1) {
        for (let across = Math.max(0, column - 1); across <= Math.min(columns - 1, column + 1); across += 1) {
          const next = near * columns + across;
          if (left[next] === 0) continue;
          left[next] = 0;
          waiting.push(next);
        }
      }
    }
    components.push({ tiles, box: { x0: x0 * size, y0: y0 * size, x1: x1 * size, y1: y1 * size } });
  }
  return components;
}
