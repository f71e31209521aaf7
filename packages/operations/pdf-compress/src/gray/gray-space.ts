import { arrayItems, numberEntry, numbersEntry } from '@platen/pdf-kit/objects';
import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRawStream } from '@platen/pdf-kit/pdf-lib';
import { paletteBytes } from '../images/palette-bytes.ts';
import { grayOfCmyk, grayOfLightness, grayOfRgb } from './gray-values.ts';

/** A colour space, and what its colours are as shades of grey. */
export interface GraySpace {
  readonly components: number;
  /** Whether all its colours are grey already. */
  readonly isGray: boolean;
  /** The grey, 0–1, of a colour as operators give it; null if that cannot be known, as for spot colours. */
  readonly grayOf: ((color: readonly number[]) => number) | null;
  /** The colour that it begins with, when it is selected. */
  readonly initial: readonly number[];
  /** The range of each component, as a default `Decode` array has it. */
  readonly range: readonly number[];
}

const gray: GraySpace = { components: 1, isGray: true, grayOf: ([g = 0]) => g, initial: [0], range: [0, 1] };
const rgb: GraySpace = {
  components: 3,
  isGray: false,
  grayOf: ([r = 0, g = 0, b = 0]) => grayOfRgb(r, g, b),
  initial: [0, 0, 0],
  range: [0, 1, 0, 1, 0, 1],
};
const cmyk: GraySpace = {
  components: 4,
  isGray: false,
  grayOf: ([c = 0, m = 0, y = 0, k = 0]) => grayOfCmyk(c, m, y, k),
  initial: [0, 0, 0, 1],
  range: [0, 1, 0, 1, 0, 1, 0, 1],
};

/** By their names in content, in dictionaries and in inline images. */
const deviceSpaces: Readonly<Record<string, GraySpace>> = {
  DeviceGray: gray,
  G: gray,
  CalGray: gray,
  DeviceRGB: rgb,
  RGB: rgb,
  CalRGB: rgb,
  DeviceCMYK: cmyk,
  CMYK: cmyk,
};

/** Colorants that are shades of grey on their own, or print on every plate. */
const grayColorants = new Set(['Black', 'All', 'None']);

/** Null if it is no colour space, or a pattern. Source: ISO 32000-2, 8.6. */
export function describeGraySpace(space: PDFObject | null | undefined): GraySpace | null {
  const family = space instanceof PDFArray && space.size() > 0 ? space.lookup(0) : null;
  const isIndexed = family === PDFName.of('Indexed') || family === PDFName.of('I');
  return space instanceof PDFArray && isIndexed ? indexedSpace(space) : describeBase(space);
}

/** A space that is not indexed, as the base of one that is has to be. */
function describeBase(space: PDFObject | null | undefined): GraySpace | null {
  if (space instanceof PDFName) return deviceSpaces[space.decodeText()] ?? null;
  if (!(space instanceof PDFArray) || space.size() === 0) return null;
  const [family, second] = [space.lookup(0), space.size() > 1 ? space.lookup(1) : undefined];
  const name = family instanceof PDFName ? family.decodeText() : '';
  switch (name) {
    case 'ICCBased':
      return second instanceof PDFRawStream ? profiledSpace(second) : null;
    case 'Lab':
      return second instanceof PDFDict ? labSpace(second) : null;
    case 'Separation':
      return spotSpace([second]);
    case 'DeviceN':
      return second instanceof PDFArray ? spotSpace(arrayItems(second)) : null;
    default:
      return deviceSpaces[name] ?? null;
  }
}

function profiledSpace({ dict }: PDFRawStream): GraySpace | null {
  const components = numberEntry(dict, 'N');
  return components === 1 ? gray : components === 3 ? rgb : components === 4 ? cmyk : null;
}

function labSpace(dict: PDFDict): GraySpace {
  return {
    components: 3,
    isGray: false,
    grayOf: ([lightness = 0]) => grayOfLightness(lightness),
    initial: [0, 0, 0],
    range: [0, 100, ...(numbersEntry(dict, 'Range') ?? [-100, 100, -100, 100])],
  };
}

function indexedSpace(space: PDFArray): GraySpace | null {
  const base = describeBase(space.lookup(1));
  const highest = space.lookup(2);
  const colors = paletteBytes(space.lookup(3));
  if (base === null || colors === null || !(highest instanceof PDFNumber)) return null;
  const { grayOf, components, range } = base;
  const last = highest.asNumber();
  const colorAt = (index: number) =>
    Array.from({ length: components }, (_, part) => {
      const [low = 0, high = 1] = range.slice(2 * part);
      return low + ((colors[index * components + part] ?? 0) / 255) * (high - low);
    });
  return {
    components: 1,
    isGray: base.isGray,
    grayOf: grayOf === null ? null : ([index = 0]) => grayOf(colorAt(Math.max(0, Math.min(last, Math.round(index))))),
    initial: [0],
    range: [0, last],
  };
}

/** Which grey a spot colour is, only its ink tells. */
function spotSpace(colorants: readonly (PDFObject | null | undefined)[]): GraySpace {
  const isGray = colorants.every((name) => name instanceof PDFName && grayColorants.has(name.decodeText()));
  const { length } = colorants;
  const range = colorants.flatMap(() => [0, 1]);
  return { components: length, isGray, grayOf: null, initial: colorants.map(() => 1), range };
}
