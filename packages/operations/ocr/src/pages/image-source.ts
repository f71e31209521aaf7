import { readFile } from 'node:fs/promises';
import { lacksEndMarker } from '@platen/pdf-kit/ocr';
import type { SharpOptions } from 'sharp';

/** What the decoder is given of an image file, and how strict it is. */
export interface ImageSource {
  readonly data: string | Buffer;
  readonly failOn: NonNullable<SharpOptions['failOn']>;
}

const endMarker = Buffer.from([0xff, 0xd9]);

/**
 * An image file as images are converted to PDF: a JPEG that lacks nothing but its end marker is whole, one that is cut off in
 * the middle of its rows is damaged, and so is a TIFF of which a tile cannot be read.
 */
export async function imageSource(path: string, mediaType: string): Promise<ImageSource> {
  if (mediaType === 'image/tiff') return { data: path, failOn: 'warning' };
  if (mediaType !== 'image/jpeg') return { data: path, failOn: 'error' };
  const jpeg = await readFile(path);
  // With the marker, missing rows are all that the decoder still has to warn of.
  if (lacksEndMarker(jpeg)) return { data: Buffer.concat([jpeg, endMarker]), failOn: 'warning' };
  return { data: path, failOn: 'error' };
}
