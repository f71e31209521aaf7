/** Segment types (ITU-T T.88, 7.3). */
export const segmentTypes = {
  symbolDictionary: 0,
  losslessTextRegion: 7,
  losslessGenericRegion: 39,
  pageInformation: 48,
};

/** A segment of page 1 that refers to others of it, whose numbers are lower. */
export function segment(number: number, type: number, data: Uint8Array, refersTo: readonly number[] = []): Uint8Array {
  const header = Buffer.alloc(11 + refersTo.length);
  header.writeUInt32BE(number, 0);
  header[4] = type;
  header[5] = refersTo.length << 5;
  header.set(refersTo, 6);
  header[6 + refersTo.length] = 1;
  header.writeUInt32BE(data.length, 7 + refersTo.length);
  return Buffer.concat([header, data]);
}

/** Page information: not striped, white by default, regions combined by OR (T.88, 7.4.8). */
export function pageInformation(width: number, height: number): Uint8Array {
  const page = Buffer.alloc(19);
  page.writeUInt32BE(width, 0);
  page.writeUInt32BE(height, 4);
  page[16] = 1;
  return page;
}

/** Region information: a region that covers the page (T.88, 7.4.1). */
export function regionInformation(width: number, height: number): Uint8Array {
  const region = Buffer.alloc(17);
  region.writeUInt32BE(width, 0);
  region.writeUInt32BE(height, 4);
  return region;
}
