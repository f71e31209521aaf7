import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject } from 'pdf-lib';
import type { DeviceSpace } from '../objects/device-colors.ts';

const devices: Readonly<Record<string, DeviceSpace>> = {
  DeviceGray: 'DeviceGray',
  G: 'DeviceGray',
  DeviceRGB: 'DeviceRGB',
  RGB: 'DeviceRGB',
  DeviceCMYK: 'DeviceCMYK',
  CMYK: 'DeviceCMYK',
};

/** Colour spaces within each other: Indexed, of DeviceN, with Separations as colorants. */
const maxDepth = 8;

/** The device spaces that a colour space is, or is based on. */
export function deviceSpacesOf(context: PDFContext, value: PDFObject | undefined): readonly DeviceSpace[] {
  return spacesIn(context, value, 0);
}

// Walk: `maxDepth` levels.
function spacesIn(context: PDFContext, value: PDFObject | undefined, depth: number): readonly DeviceSpace[] {
  const space = context.lookup(value);
  if (depth > maxDepth) return [];
  if (space instanceof PDFName) {
    const device = devices[space.decodeText()];
    return device === undefined ? [] : [device];
  }
  if (!(space instanceof PDFArray)) return [];
  const family = space.lookup(0);
  switch (family instanceof PDFName ? family.decodeText() : '') {
    case 'Indexed':
    case 'I':
    case 'Pattern':
      return spacesIn(context, space.get(1), depth + 1);
    case 'Separation':
      return spacesIn(context, space.get(2), depth + 1);
    case 'DeviceN': {
      const attributes = space.size() > 4 ? space.lookup(4) : undefined;
      const colorants = attributes instanceof PDFDict ? attributes.lookup(PDFName.of('Colorants')) : undefined;
      const process = attributes instanceof PDFDict ? attributes.lookup(PDFName.of('Process')) : undefined;
      const inner = [
        space.get(2),
        ...(colorants instanceof PDFDict ? colorants.values() : []),
        ...(process instanceof PDFDict ? [process.get(PDFName.of('ColorSpace'))] : []),
      ];
      return inner.flatMap((each) => spacesIn(context, each, depth + 1));
    }
    case 'ICCBased':
      return [];
    default:
      return family instanceof PDFName ? spacesIn(context, family, depth + 1) : [];
  }
}
