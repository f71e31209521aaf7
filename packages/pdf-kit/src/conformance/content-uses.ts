import type { PDFDict, PDFRawStream } from 'pdf-lib';
import type { DeviceSpace } from '../objects/device-colors.ts';

/** A font and the text that is shown in it. */
export interface ShownFont {
  readonly dict: PDFDict;
  /** The page that shows it first, counted from 1. */
  readonly page: number;
  /** The character codes (simple font) or CIDs (composite font) that are shown, invisible ones included. */
  readonly codes: Set<number>;
  /** Whether text in it is ever drawn: invisible text needs no font program. */
  isDrawn: boolean;
  /** Whether the CIDs of all its codes are known. */
  isKnown: boolean;
}

/** What the content of a document uses. */
export interface ContentUses {
  readonly fonts: ReadonlyMap<PDFDict, ShownFont>;
  /** The images that are drawn, and the page of each. */
  readonly images: ReadonlyMap<PDFRawStream, number>;
  /** Colour spaces that content names or that images, groups and shadings have. */
  readonly devices: ReadonlySet<DeviceSpace>;
  /** The resource dictionaries by which content finds its colour spaces. */
  readonly resources: ReadonlySet<PDFDict>;
}

/** Replaces bytes of a content stream; an empty text removes them. */
export interface ContentEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}
