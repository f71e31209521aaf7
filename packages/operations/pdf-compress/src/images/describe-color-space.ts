import { numberEntry } from '@platen/pdf-kit/objects';
import { PDFArray, PDFName, PDFNumber, type PDFObject, PDFRawStream } from '@platen/pdf-kit/pdf-lib';
import type { ImageColor, ImageTask } from './image-task.ts';
import { paletteBytes } from './palette-bytes.ts';

/** The part of a task that follows from its colour space. */
export type SpaceDescription = Pick<ImageTask, 'color' | 'components' | 'palette'>;

/** For stencil masks, and for images whose number of components only their decoder knows. */
export const singleComponent: SpaceDescription = { color: 'gray', components: 1, palette: null };

/** Null if this is no colour space, or not one that an image may have. Source: ISO 32000-2, 8.6. */
export function describeColorSpace(space: PDFObject | null): SpaceDescription | null {
  const family = space instanceof PDFArray && space.size() > 0 ? space.lookup(0) : null;
  const isIndexed = family === PDFName.of('Indexed') || family === PDFName.of('I');
  return space instanceof PDFArray && isIndexed ? describeIndexed(space) : describeBase(space);
}

/** The same space where `hasOwnDeviceColors`: its equal components are no DeviceGray. */
export function withOwnDeviceColors(space: SpaceDescription): SpaceDescription {
  const color = (own: ImageColor) => (own === 'deviceRgb' ? 'rgb' : own);
  const palette = space.palette === null ? null : { ...space.palette, base: color(space.palette.base) };
  return { ...space, color: color(space.color), palette };
}

/** Whether resources may define the space (`DefaultGray`, `DefaultRGB`, `DefaultCMYK`). */
export function isDeviceSpace(space: PDFObject | null): boolean {
  return describeDevice(space instanceof PDFArray && space.size() > 0 ? space.lookup(0) : space) !== null;
}

/** Of a space that is not indexed, as the base of one that is has to be. */
function describeBase(space: PDFObject | null): SpaceDescription | null {
  return space instanceof PDFArray ? describeArraySpace(space) : describeDevice(space);
}

function describeDevice(space: PDFObject | null | undefined): SpaceDescription | null {
  const name = space instanceof PDFName ? space.decodeText() : null;
  if (name === 'DeviceGray' || name === 'G') return { color: 'gray', components: 1, palette: null };
  if (name === 'DeviceRGB' || name === 'RGB') return { color: 'deviceRgb', components: 3, palette: null };
  if (name === 'DeviceCMYK' || name === 'CMYK') return { color: 'cmyk', components: 4, palette: null };
  return null;
}

function describeArraySpace(space: PDFArray): SpaceDescription | null {
  const family = space.lookup(0);
  const second = space.size() > 1 ? space.lookup(1) : undefined;
  switch (family instanceof PDFName ? family.decodeText() : '') {
    case 'CalGray':
    case 'Separation':
      return { color: 'gray', components: 1, palette: null };
    case 'CalRGB':
      return { color: 'rgb', components: 3, palette: null };
    case 'Lab':
      return { color: 'other', components: 3, palette: null };
    case 'ICCBased': {
      const components = second instanceof PDFRawStream ? numberEntry(second.dict, 'N') : null;
      if (components !== 1 && components !== 3 && components !== 4) return null;
      return { color: components === 1 ? 'gray' : components === 3 ? 'rgb' : 'cmyk', components, palette: null };
    }
    case 'DeviceN':
      return second instanceof PDFArray
        ? { color: second.size() === 1 ? 'gray' : 'other', components: second.size(), palette: null }
        : null;
    default:
      return describeDevice(family);
  }
}

function describeIndexed(space: PDFArray): SpaceDescription | null {
  const described = describeBase(space.lookup(1) ?? null);
  const bytes = paletteBytes(space.lookup(3));
  const highest = space.lookup(2);
  if (described === null || bytes === null || !(highest instanceof PDFNumber)) return null;
  const { components, color } = described;
  const wanted = (Math.min(255, highest.asNumber()) + 1) * components;
  return { color: 'indexed', components: 1, palette: { bytes: bytes.slice(0, wanted), components, base: color } };
}
