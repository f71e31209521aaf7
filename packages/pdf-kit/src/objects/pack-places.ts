/** An entry of a cross-reference stream (ISO 32000-2, table 18): of an object at an offset, or in an object stream at an index. */
export type Place = readonly [kind: 0 | 1 | 2, first: number, second: number];

/** Entries as rows of bytes, with the narrowest fields that hold their values: offsets of up to six bytes. */
export interface PackedPlaces {
  readonly rows: Uint8Array;
  readonly widths: readonly number[];
  /** The bytes of a row. */
  readonly columns: number;
}

/** Packs the places of objects 0 to `count` - 1; one without a place is free. */
export function packPlaces(places: readonly (Place | undefined)[], count = places.length): PackedPlaces {
  const bytesFor = (value: number) => Math.max(1, Math.ceil(Math.log2(value + 1) / 8));
  let [firstMost, secondMost] = [0, 0];
  for (const place of places) {
    if (place === undefined) continue;
    firstMost = Math.max(firstMost, place[1]);
    secondMost = Math.max(secondMost, place[2]);
  }
  const widths = [1, bytesFor(firstMost), bytesFor(secondMost)];
  const columns = widths.reduce((sum, width) => sum + width, 0);
  const rows = Buffer.alloc(count * columns);
  for (const [index, place] of places.entries()) {
    let at = index * columns;
    for (const [field, value] of place?.entries() ?? []) {
      const width = widths[field] ?? 1;
      rows.writeUIntBE(value, at, width);
      at += width;
    }
  }
  return { rows, widths, columns };
}
