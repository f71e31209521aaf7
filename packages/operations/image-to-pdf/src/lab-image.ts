import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { decodeImage } from './decode-image.ts';
import type { CodedImage } from './image-page.ts';
import type { InputImage } from './input-image.ts';
import { readTiffDirectories, tiffTags } from './tiff-directory.ts';

const deflateAsync = promisify(deflate);

/** Photometric interpretations (TIFF 6.0, section 23, and Technical Note 4): a* and b* are signed, or have 128 added. */
const rgb = 2;
const signedLab = 8;
const offsetLab = 9;

/**
 * A page of a TIFF in L*a*b* of 8 bits, whose values go in as they are: PDF has that colour space, and the decoder does
 * not read those of three bytes. Null when the page is of another kind.
 */
export async function codeLab(input: InputImage, page: number): Promise<CodedImage | null> {
  const file = Buffer.from(input.bytes);
  const directory = readTiffDirectories(file, page + 1)[page];
  const [photometric] = directory?.values(tiffTags.photometric) ?? [];
  const [bits] = directory?.values(tiffTags.bitsPerSample) ?? [];
  const stored = directory?.bytes(tiffTags.photometric);
  if (bits !== 8 || stored === undefined || (photometric !== signedLab && photometric !== offsetLab)) return null;
  // Said to be RGB, the samples are decoded and left alone.
  stored[stored.indexOf(photometric)] = rgb;
  const { pixels } = await decodeImage({ ...input, bytes: file }, { page });
  if (pixels.kind !== 'raster' || pixels.raster.channels < 3) return null;
  const { width, height, channels, data } = pixels.raster;
  const samples = new Uint8Array(width * height * 3);
  const flip = photometric === signedLab ? 0x80 : 0;
  for (let from = 0, to = 0; to < samples.length; from += channels, to += 3) {
    samples[to] = data[from] ?? 0;
    samples[to + 1] = (data[from + 1] ?? 0) ^ flip;
    samples[to + 2] = (data[from + 2] ?? 0) ^ flip;
  }
  return {
    width,
    height,
    bitsPerComponent: 8,
    colorSpace: { kind: 'lab' },
    filter: 'FlateDecode',
    decodeParms: null,
    decode: null,
    colorKey: null,
    softMask: null,
    data: [await deflateAsync(samples, { level: 6 })],
  };
}
