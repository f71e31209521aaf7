/** What a byte is in PDF syntax (ISO 32000-1, 7.2.2): index the table with the byte. */
export const byteClass = {
  regular: 0,
  space: 1,
  delimiter: 2,
} as const;

export const byteClasses: Readonly<Uint8Array> = buildClasses();

function buildClasses(): Uint8Array {
  const classes = new Uint8Array(256);
  for (const byte of [0, 9, 10, 12, 13, 32]) classes[byte] = byteClass.space;
  for (const character of '()<>[]{}/%') classes[character.charCodeAt(0)] = byteClass.delimiter;
  return classes;
}

/** True for `0` to `9`. */
export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}
