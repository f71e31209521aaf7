/** The filters of PNG (third edition, 9.2), which FlateDecode knows as predictors; `average` is only read. */
export const rowFilters = { none: 0, sub: 1, up: 2, average: 3, paeth: 4 } as const;

export interface RowShape {
  readonly rowBytes: number;
  /** Bytes of a whole pixel, at least 1. */
  readonly pixelBytes: number;
}

/**
 * Takes the filter off the row that begins at `at`, in place; the row above lies right before it. False when there is
 * no such filter.
 */
export function unfilterRow(pixels: Uint8Array, at: number, filter: number, shape: RowShape): boolean {
  const { rowBytes, pixelBytes } = shape;
  const end = at + rowBytes;
  const second = Math.min(at + pixelBytes, end);
  switch (filter) {
    case rowFilters.none:
      return true;
    case rowFilters.sub:
      for (let byte = second; byte < end; byte++) pixels[byte] = (pixels[byte] ?? 0) + (pixels[byte - pixelBytes] ?? 0);
      return true;
    case rowFilters.up:
      for (let byte = at; byte < end; byte++) pixels[byte] = (pixels[byte] ?? 0) + (pixels[byte - rowBytes] ?? 0);
      return true;
    case rowFilters.average:
      for (let byte = at; byte < end; byte++) {
        const left = byte < second ? 0 : (pixels[byte - pixelBytes] ?? 0);
        pixels[byte] = (pixels[byte] ?? 0) + ((left + (pixels[byte - rowBytes] ?? 0)) >> 1);
      }
      return true;
    case rowFilters.paeth:
      for (let byte = at; byte < end; byte++) {
        pixels[byte] = (pixels[byte] ?? 0) + paethAt(pixels, byte, byte < second, shape);
      }
      return true;
    default:
      return false;
  }
}

/** Writes the row that begins at `at`, with a filter put on, to `target`; the row above lies right before it. */
export function filterRow(
  pixels: Buffer,
  at: number,
  filter: number,
  shape: RowShape,
  target: Buffer,
  targetAt: number,
): void {
  const { rowBytes, pixelBytes } = shape;
  const end = at + rowBytes;
  const second = Math.min(at + pixelBytes, end);
  const move = targetAt - at;
  switch (filter) {
    case rowFilters.sub:
      pixels.copy(target, targetAt, at, second);
      for (let byte = second; byte < end; byte++) {
        target[byte + move] = (pixels[byte] ?? 0) - (pixels[byte - pixelBytes] ?? 0);
      }
      return;
    case rowFilters.up:
      for (let byte = at; byte < end; byte++) {
        target[byte + move] = (pixels[byte] ?? 0) - (pixels[byte - rowBytes] ?? 0);
      }
      return;
    case rowFilters.paeth:
      for (let byte = at; byte < end; byte++) {
        target[byte + move] = (pixels[byte] ?? 0) - paethAt(pixels, byte, byte < second, shape);
      }
      return;
    default:
      pixels.copy(target, targetAt, at, end);
  }
}

/** The neighbour of a byte that is nearest to left + above - corner. */
function paethAt(pixels: Uint8Array, byte: number, isFirst: boolean, { rowBytes, pixelBytes }: RowShape): number {
  const above = pixels[byte - rowBytes] ?? 0;
  if (isFirst) return above;
  const left = pixels[byte - pixelBytes] ?? 0;
  const corner = pixels[byte - rowBytes - pixelBytes] ?? 0;
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
