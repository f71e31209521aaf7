/**
 * What the pixels of a scan are, a byte each: paper, ink, the edge around ink, or ink with ink on all sides. Odd values are
 * ink. One array for all of it, as a page at 300 dpi has nine million pixels.
 */
export type PixelClasses = Uint8Array;

export const pixelClass = { paper: 0, ink: 1, edge: 2, innerInk: 3 } as const;

/** What pixels count by class for the colour of the paper: what is away from ink. */
export const paperWeights = Uint8Array.of(1, 0, 0, 0);
/** The same for the colour of the ink: most where it has ink on all sides. */
export const inkWeights = Uint8Array.of(0, 1, 0, 16);

/** Marks the grey edge around ink, `reach` pixels wide, in classes that know paper and ink alone. */
export function markEdges(classes: PixelClasses, width: number, height: number, reach: number): void {
  /** How many of the rows around the one to be marked have ink within reach to the left or right. */
  const rowsWithInk = new Uint8Array(width);
  const widened = Array.from({ length: 2 * reach + 1 }, () => new Uint8Array(width));
  for (let y = 0; y < height + reach; y += 1) {
    const row = widened[y % widened.length] as Uint8Array;
    for (let x = 0; x < width; x += 1) rowsWithInk[x] = (rowsWithInk[x] as number) - (row[x] as number);
    row.fill(0);
    if (y < height) widenInk(classes, y * width, row, reach);
    for (let x = 0; x < width; x += 1) rowsWithInk[x] = (rowsWithInk[x] as number) + (row[x] as number);
    const start = (y - reach) * width;
    if (start < 0) continue;
    for (let x = 0; x < width; x += 1) {
      if (rowsWithInk[x] !== 0 && classes[start + x] === pixelClass.paper) classes[start + x] = pixelClass.edge;
    }
  }
}

/** Sets a row to 1 within reach of the ink in the row of a page that begins at `start`. */
function widenInk(classes: PixelClasses, start: number, row: Uint8Array, reach: number): void {
  // Loops, here and below: `indexOf` takes as long for a run of ink as this for a hundred pixels.
  for (let from = 0; from < row.length; from += 1) {
    if (classes[start + from] !== pixelClass.ink) continue;
    let to = from + 1;
    while (to < row.length && classes[start + to] === pixelClass.ink) to += 1;
    row.fill(1, Math.max(0, from - reach), Math.min(row.length, to + reach));
    from = to;
  }
}

/** Marks the ink that has ink on all four sides. */
export function markInnerInk(classes: PixelClasses, width: number): void {
  const end = classes.length - width;
  for (let at = width; at < end; at += 1) {
    if (classes[at] !== pixelClass.ink) continue;
    const [left, right] = [classes[at - 1] as number, classes[at + 1] as number];
    const [above, below] = [classes[at - width] as number, classes[at + width] as number];
    if ((left & right & above & below & 1) === 1) classes[at] = pixelClass.innerInk;
  }
}
