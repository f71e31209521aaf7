import type { Boundaries } from '@platen/pdf-kit';
import type { ReadPictureText } from '@platen/pdf-kit/ocr';
import type { PageModelDocument } from '@platen/pdf-kit/page-model';
import type { PageDrawer } from './page-drawer.ts';
import type { PageReader } from './page-reader.ts';

/** A document to convert. */
export interface DocumentJob {
  readonly document: PageModelDocument;
  /** The pages to convert, counted from 1, in order. */
  readonly pages: readonly number[];
  readonly layout: 'flow' | 'exact';
  /** Whether the file to write has pages. */
  readonly hasPages: boolean;
  readonly drawer: PageDrawer;
  readonly boundaries: Boundaries;
  readonly readPage: PageReader;
  /** Reads what is written in pictures; null where nothing is to be recognised. */
  readonly readPictureText: ReadPictureText | null;
  progress(fraction: number): void;
  warn(code: string, message: string): void;
}
