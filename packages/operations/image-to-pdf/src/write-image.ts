import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { PdfWriter } from '@platen/pdf-kit/objects';
import type { CodedImage, ColorSpace } from './image-page.ts';
import { addStream } from './write-text.ts';

const deflateAsync = promisify(deflate);

/** A palette of more bytes than this is shorter as a deflated stream than as a string. */
const inlineBytes = 96;

/** Writes images as XObjects; an image or a profile that several pages share is written once. */
export interface ImageWriter {
  /** Returns the object number of the image. */
  write(image: CodedImage): Promise<number>;
}

export function createImageWriter(file: PdfWriter): ImageWriter {
  const profiles = new Map<string, number>();

  const profileObject = async (profile: Uint8Array, components: number) => {
    const hash = createHash('sha256').update(profile).digest('base64');
    const known = profiles.get(hash);
    if (known !== undefined) return known;
    const data = await deflateAsync(profile, { level: 9 });
    const number = addStream(file, `/N ${components}/Filter/FlateDecode`, data);
    profiles.set(hash, number);
    return number;
  };
  const colorSpaceName = async (space: ColorSpace): Promise<string> => {
    if (space.kind === 'icc') return `[/ICCBased ${await profileObject(space.profile, space.components)} 0 R]`;
    if (space.kind === 'lab') return '[/Lab<</WhitePoint[0.9642 1 0.8249]/Range[-128 127 -128 127]>>]';
    if (space.kind === 'device') return { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' }[space.components];
    const colors = Math.floor(space.palette.byteLength / 3);
    return `[/Indexed ${await colorSpaceName(space.base)} ${colors - 1}${await lookup(space.palette.subarray(0, colors * 3))}]`;
  };
  const lookup = async (palette: Uint8Array): Promise<string> => {
    if (palette.byteLength <= inlineBytes) return `<${Buffer.from(palette).toString('hex')}>`;
    return ` ${addStream(file, '/Filter/FlateDecode', await deflateAsync(palette, { level: 9 }))} 0 R`;
  };
  const write = async (image: CodedImage): Promise<number> => {
    const softMask = image.softMask === null ? null : await write(image.softMask);
    const entries = [
      `/Subtype/Image/Width ${image.width}/Height ${image.height}/BitsPerComponent ${image.bitsPerComponent}`,
      `/ColorSpace${await colorSpaceName(image.colorSpace)}`,
      `/Filter/${image.filter}`,
      image.decodeParms === null ? '' : `/DecodeParms${image.decodeParms}`,
      image.decode === null ? '' : `/Decode${image.decode}`,
      image.colorKey === null ? '' : `/Mask[${image.colorKey.join(' ')}]`,
      softMask === null ? '' : `/SMask ${softMask} 0 R`,
    ];
    return addStream(file, entries.join(''), image.data);
  };
  const written = new WeakMap<CodedImage, number>();
  return {
    async write(image) {
      const number = written.get(image) ?? (await write(image));
      written.set(image, number);
      return number;
    },
  };
}
