export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** The size in the first frame header of a JPEG (ITU-T T.81, B.2.2); null when there is none in these bytes. */
export function jpegSize(bytes: Uint8Array): PixelSize | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = 2;
  while (offset + 9 <= head.length) {
    const marker = head.readUInt16BE(offset);
    if (isFrameMarker(marker)) return { height: head.readUInt16BE(offset + 5), width: head.readUInt16BE(offset + 7) };
    if (marker < 0xff01) return null;
    // Any number of fill bytes may come before a marker.
    if (marker === 0xffff) offset += 1;
    else offset += 2 + (isBareMarker(marker) ? 0 : head.readUInt16BE(offset + 2));
  }
  return null;
}

/** SOF0 to SOF15 without DHT, JPG and DAC, which share the range. */
function isFrameMarker(marker: number): boolean {
  return marker >= 0xffc0 && marker <= 0xffcf && marker !== 0xffc4 && marker !== 0xffc8 && marker !== 0xffcc;
}

/** RST, SOI and TEM have no length. */
function isBareMarker(marker: number): boolean {
  return (marker >= 0xffd0 && marker <= 0xffd8) || marker === 0xff01;
}
