import { nameEntry, numberEntry } from '@platen/pdf-kit/objects';
import { PDFArray, type PDFContext, PDFDict, PDFName, PDFRawStream } from '@platen/pdf-kit/pdf-lib';
import { visitObjects } from '../structure/visit-objects.ts';

const grayKey = PDFName.of('DefaultGray');
const defaults = [grayKey, PDFName.of('DefaultRGB')];

/**
 * Whether grey may look different as DeviceGray and as DeviceRGB: resources define one of them (ISO 32000-2, 8.6.5.6), or a
 * transparency group blends in inks, where DeviceGray is black ink alone (10.4.2.4). No image may then go from one to the other, nor to
 * other resources. PDFium does neither for images, so the comparison of pages cannot see it.
 */
export function hasOwnDeviceColors(context: PDFContext): boolean {
  return hasDict(context, (dict) => defaults.some((key) => dict.has(key)) || blendsInks(dict));
}

/** Whether resources define what grey is. PDFium ignores that for text and drawings, too. */
export function definesGray(context: PDFContext): boolean {
  return hasDict(context, (dict) => dict.has(grayKey));
}

function hasDict(context: PDFContext, holds: (dict: PDFDict) => boolean): boolean {
  let found = false;
  visitObjects(context, (value) => {
    found ||= value instanceof PDFDict && holds(value);
  });
  return found;
}

function blendsInks(group: PDFDict): boolean {
  if (nameEntry(group, 'S') !== 'Transparency') return false;
  const space = group.lookup(PDFName.of('CS'));
  const profile = space instanceof PDFArray && space.size() > 1 ? space.lookup(1) : null;
  return profile instanceof PDFRawStream ? numberEntry(profile.dict, 'N') === 4 : space === PDFName.of('DeviceCMYK');
}
