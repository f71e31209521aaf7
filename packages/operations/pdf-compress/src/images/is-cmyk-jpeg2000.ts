/** EnumCS of CMYK (ISO 15444-2, M.11.7.3.1). */
const enumeratedCmyk = 12;
/** METH of a colour specification box: an enumerated space, or an ICC profile. */
const enumerated = 1;
/** Where an ICC profile names its colour space (ISO 15076-1, 7.2.6). */
const profileSpaceAt = 16;

/** Whether JPEG 2000 data says itself that its colours are CMYK. Source of the box: ISO 15444-1, I.5.3.3. */
export function isCmykJpeg2000(data: Uint8Array): boolean {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.length);
  const box = bytes.subarray(0, Math.max(0, bytes.indexOf('jp2c', 0, 'latin1'))).indexOf('colr', 0, 'latin1');
  if (box < 0 || box + 7 + profileSpaceAt + 4 > bytes.length) return false;
  const value = box + 7;
  if (bytes[box + 4] === enumerated) return bytes.readUInt32BE(value) === enumeratedCmyk;
  return bytes.toString('latin1', value + profileSpaceAt, value + profileSpaceAt + 4) === 'CMYK';
}
