import { inflateRawSync } from 'node:zlib';

const centralEntry = 0x02014b50;
const centralEntryBytes = 46;
const localHeaderBytes = 30;
const deflated = 8;

/** The text of one entry of a ZIP file, found through its central directory. */
export function readZipEntry(zip: Uint8Array, name: string): string {
  const bytes = Buffer.from(zip);
  const directoryOffset = bytes.readUInt32LE(bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1') + 16);
  let at = directoryOffset;
  while (bytes.readUInt32LE(at) === centralEntry) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const end = at + centralEntryBytes + (nameLength ?? 0);
    if (bytes.toString('utf8', at + centralEntryBytes, end) === name) {
      const local = bytes.readUInt32LE(at + 42);
      const start = local + localHeaderBytes + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
      const data = bytes.subarray(start, start + bytes.readUInt32LE(at + 20));
      return (bytes.readUInt16LE(at + 10) === deflated ? inflateRawSync(data) : data).toString('utf8');
    }
    at = end + (extraLength ?? 0) + (commentLength ?? 0);
  }
  throw new Error(`there is no ${name}`);
}
