import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { type TiffDirectory, tiffTags } from '@platen/pdf-kit/tiff';
import { decodeImage } from './decode-image.ts';
import type { CodedImage } from './image-page.ts';
import type { InputImage } from './input-image.ts';
import { whileTaggedAsRgb } from './tiff-directory.ts';

const deflateAsync = promisify(deflate);

/** Photometric interpretations (TIFF 6.0, section 23, and Technical Note 4): a* and b* are signed, or have 128 added. */
const signedLab = 8;
const offsetLab = 9;

/**
 * A page of a TIFF in L*a*b* of 8 or 16 bits, whose values go in as they are: PDF has that colour space, and the decoder
 * reads few of those of 8 bits, and none with an offset of 16. Null when the page is of another kind.
 */
export async function codeLab(input: InputImage, directory: TiffDirectory): Promise<CodedImage | null> {
  const [photometric] = directory.values(tiffTags.photometric) ?? [];
  const [bits] = directory.values(tiffTags.bitsPerSample) ?? [];
  if (bits !== 8 && bits !== 16) return null;
  if (photometric !== signedLab && photometric !== offsetLab) return null;
  const { pixels } = await whileTaggedAsRgb(input.bytes, () => decodeImage(input));
  if (pixels.kind !== 'raster' || pixels.raster.channels < 3) return null;
  const { width, height, channels, data } = pixels.raster;
  const isSigned = photometric === signedLab;
  if ((bits === 16) !== data instanceof Uint16Array) return null;
  const samples =
    data instanceof Uint16Array ? wideSamples(data, channels, isSigned) : byteSamples(data, channels, isSigned);
  return {
    width,
    height,
    bitsPerComponent: bits,
    colorSpace: { kind: 'lab' },
    filter: 'FlateDecode',
    decodeParms: null,
    decode: null,
    colorKey: null,
    softMask: null,
    data: [await deflateAsync(samples, { level: 6 })],
  };
}

function byteSamples(data: Uint8Array, channels: number, isSigned: boolean): Uint8Array {
  const samples = new Uint8Array((data.length / channels) * 3);
  const flip = isSigned ? 0x80 : 0;
  for (let from = 0, to = 0; to < samples.length; from += channels, to += 3) {
    samples[to] = data[from] ?? 0;
    samples[to + 1] = (data[from + 1] ?? 0) ^ flip;
    samples[to + 2] = (data[from + 2] ?? 0) ^ flip;
  }
  return samples;
}

/**
 * In PDF 65 535 is 100 or 127; in TIFF 256 is one step of a* and b*, and 65 280 is the 100 of those with an offset
 * (Technical Note 4).
 */
const wholeOfOffset = 0xff00;
const wholeInPdf = 0xffff;

function wideSamples(data: Uint16Array, channels: number, isSigned: boolean): Buffer {
  const samples = Buffer.alloc((data.length / channels) * 6);
  const flip = isSigned ? 0x8000 : 0;
  const spread = (value: number) => Math.min(wholeInPdf, Math.round((value * wholeInPdf) / wholeOfOffset));
  for (let from = 0, to = 0; to < samples.length; from += channels, to += 6) {
    const lightness = data[from] ?? 0;
    samples.writeUInt16BE(isSigned ? lightness : spread(lightness), to);
    samples.writeUInt16BE(spread((data[from + 1] ?? 0) ^ flip), to + 2);
    samples.writeUInt16BE(spread((data[from + 2] ?? 0) ^ flip), to + 4);
  }
  return samples;
}
