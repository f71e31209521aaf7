/** An entry of a cross-reference stream (ISO 32000-2, table 18). */
export type Place = readonly [kind: number, first: number, second: number];

/** The entries as rows of bytes, with the narrowest fields that hold their values. */
export function packPlaces(places: readonly Place[]) {
  const bytesFor = (value: number) => Math.max(1, Math.ceil(Math.log2(value + 1) / 8));
  const widths = [
    1,
    bytesFor(places.reduce((most, [, first]) => Math.max(most, first), 0)),
    bytesFor(places.reduce((most, [, , second]) => Math.max(most, second), 0)),
  ];
  const columns = widths.reduce((sum, width) => sum + width, 0);
  const rows = Buffer.alloc(places.length * columns);
  places.forEach((place, index) => {
    let at = index * columns;
    place.forEach((value, field) => {
      const width = widths[field] ?? 1;
      rows.writeUIntBE(value, at, width);
      at += width;
    });
  });
  return { rows, widths };
}
