/** Writes a directory of a TIFF file, whose values are all numbers of four bytes, without the place of the next one. */
export function writeTags(file: Buffer, start: number, tags: readonly (readonly [tag: number, value: number])[]): void {
  file.writeUInt16LE(tags.length, start);
  for (const [index, [tag, value]] of tags.entries()) {
    const at = start + 2 + index * 12;
    file.writeUInt16LE(tag, at);
    file.writeUInt16LE(4, at + 2);
    file.writeUInt32LE(1, at + 4);
    file.writeUInt32LE(value, at + 8);
  }
}
