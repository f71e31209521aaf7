import type { Boundaries } from '../boundaries.ts';
import type { RepairOptions } from '../open-or-repair.ts';
import type { SheetOptions } from './sheet-scale.ts';
import type { Destination, EncodedPicture, Page, Picture } from './types.ts';

/** The properties of the document; null if it has none. */
export interface DocumentInfo {
  readonly title: string | null;
  readonly author: string | null;
  readonly subject: string | null;
  readonly keywords: string | null;
  readonly creator: string | null;
  readonly producer: string | null;
  readonly createdAt: Date | null;
  readonly modifiedAt: Date | null;
}

/** An entry of the outline ("bookmarks"), with those below it. It leads to a place, to an address, or to nothing. */
export interface OutlineEntry {
  readonly title: string;
  readonly destination: Destination | null;
  readonly url: string | null;
  readonly children: readonly OutlineEntry[];
}

/** An open document. Pages are read one at a time and not kept, so memory does not grow with their number. */
export interface PageModelDocument {
  readonly pageCount: number;
  readonly info: DocumentInfo;
  /** BCP 47 tag of the catalog, or null. */
  readonly lang: string | null;
  /** True if the document says that it is tagged (`/MarkInfo`). */
  readonly tagged: boolean;
  /** The label of each page, or null when the document has none. */
  readonly pageLabels: readonly string[] | null;
  readOutline(): Promise<readonly OutlineEntry[]>;
  /** Reads one page, counted from 1. Rejects with `PROCESSING_FAILED` / `damaged_file` when it cannot be read. */
  readPage(pageNumber: number): Promise<Page>;
  /** The bytes of a picture; null if its data is damaged. It is fastest right after its page was read. */
  readPicture(picture: Picture): Promise<EncodedPicture | null>;
  close(): Promise<void>;
}

/** How a file is opened for reading its pages. */
export interface OpenPageModelOptions extends RepairOptions, SheetOptions {
  /** Limits a fault to one part of a page. Without it, the whole page fails. */
  readonly boundaries?: Boundaries | undefined;
}
