import { loadSharp } from '@platen/pdf-kit/sharp';
import type { Sharp } from 'sharp';

/** Tags of a TIFF with one strip of CMYK. Source: TIFF 6.0, section 16. */
const tags = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  stripOffset: 273,
  components: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
};
/** Samples of 8 bits, cyan to black, in rows without padding. */
interface InkSamples {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const [short, long] = [3, 4];
const separated = 5;

/**
 * Samples of four inks as an image whose values no step converts. libvips takes raw samples of four channels for RGB with
 * alpha, so they come as TIFF; and it inverts CMYK whenever it reads or writes JPEG, which `inverted` makes up for.
 */
export async function cmykImage(samples: InkSamples): Promise<Sharp> {
  const sharp = await loadSharp();
  return asCmyk(sharp(wrapCmykInTiff(samples), { limitInputPixels: false }));
}

/** An image that libvips knows to be CMYK, its values unconverted. */
export function asCmyk(image: Sharp): Sharp {
  return image.pipelineColourspace('cmyk').toColourspace('cmyk');
}

/** The values as JPEG stores them from those that libvips read, and the reverse. */
export function inverted(data: Uint8Array): Uint8Array {
  return data.map((value) => 255 - value);
}

function wrapCmykInTiff({ data, width, height }: InkSamples): Uint8Array {
  const entries = [
    [tags.width, long, 1, width],
    [tags.height, long, 1, height],
    [tags.bits, short, 4, 0],
    [tags.compression, short, 1, 1],
    [tags.photometric, short, 1, separated],
    [tags.stripOffset, long, 1, 0],
    [tags.components, short, 1, 4],
    [tags.rowsPerStrip, long, 1, height],
    [tags.stripBytes, long, 1, data.length],
  ] as const;
  const bitsAt = 10 + entries.length * 12 + 4;
  const header = Buffer.alloc(bitsAt + 8);
  header.write('II*\0', 0, 'latin1');
  header.writeUInt32LE(8, 4);
  header.writeUInt16LE(entries.length, 8);
  entries.forEach(([tag, type, count, value], index) => {
    const at = 10 + index * 12;
    header.writeUInt16LE(tag, at);
    header.writeUInt16LE(type, at + 2);
    header.writeUInt32LE(count, at + 4);
    const stored = tag === tags.bits ? bitsAt : tag === tags.stripOffset ? header.length : value;
    header.writeUInt32LE(stored, at + 8);
  });
  for (let ink = 0; ink < 4; ink += 1) header.writeUInt16LE(8, bitsAt + 2 * ink);
  return Buffer.concat([header, data]);
}
