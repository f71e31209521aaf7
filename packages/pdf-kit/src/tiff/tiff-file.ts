import { type FileHandle, open } from 'node:fs/promises';
import { tiffTags } from './tiff-directory.ts';
import { directoryBytes, longs, type TiffPage } from './write-tiff.ts';

/** A TIFF file that is written page by page, so that only one page is in memory. */
export interface TiffFile {
  /** Adds a page in the byte order of the file, little-endian. Rejects with a `RangeError` beyond the 4 GB of the format. */
  addPage(page: Pick<TiffPage, 'fields' | 'pieces' | 'isTiled'>): Promise<void>;
  /** Bytes so far. */
  readonly sizeBytes: number;
  close(): Promise<void>;
}

/** The highest offset that a field of the format holds. */
const maxOffset = 0xffff_ffff;
/** Where the header has the offset of the first directory. */
const firstDirectoryAt = 4;

/** Creates a file at `path`, which must not exist. TIFF 6.0, section 2: pages are directories that are chained. */
export async function createTiffFile(path: string): Promise<TiffFile> {
  const file: FileHandle = await open(path, 'wx');
  let end = 0;
  /** Where the offset of the next directory belongs. */
  let linkAt = firstDirectoryAt;
  const append = async (bytes: Uint8Array) => {
    await file.write(bytes, 0, bytes.byteLength, end);
    end += bytes.byteLength;
  };
  await append(Buffer.from('II*\0\0\0\0\0', 'latin1'));

  return {
    get sizeBytes() {
      return end;
    },
    async addPage({ fields, pieces, isTiled }) {
      const offsets: number[] = [];
      for (const piece of pieces) {
        offsets.push(end);
        await append(piece);
      }
      if (end % 2 === 1) await append(Buffer.alloc(1));
      const located = new Map(fields);
      const counts = pieces.map(({ byteLength }) => byteLength);
      located.set(isTiled ? tiffTags.tileOffsets : tiffTags.stripOffsets, longs(offsets, true));
      located.set(isTiled ? tiffTags.tileByteCounts : tiffTags.stripByteCounts, longs(counts, true));
      const start = end;
      const directory = directoryBytes(located, start, true);
      if (start + directory.byteLength > maxOffset) throw new RangeError('a TIFF file has 4 GB at most');
      await append(directory);
      const link = Buffer.alloc(4);
      link.writeUInt32LE(start);
      await file.write(link, 0, link.byteLength, linkAt);
      linkAt = start + 2 + located.size * 12;
    },
    close: () => file.close(),
  };
}
