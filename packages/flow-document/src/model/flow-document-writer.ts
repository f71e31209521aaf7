import type { Block } from './blocks.ts';
import type { DocumentProperties, DocumentStyles, FontEntry } from './document-styles.ts';
import type { ListDefinition } from './formats.ts';
import type { LineNumbering, SectionLayout } from './sections.ts';

/** The parts of a flow document that are known before its first block. */
export interface FlowDocumentHead {
  readonly properties: DocumentProperties;
  readonly styles: DocumentStyles;
  /** The line numbers in the margin; null if there are none. */
  readonly lineNumbering: LineNumbering | null;
}

/** The parts of a flow document that are known after its last block. */
export interface FlowDocumentTail {
  /** All lists that items refer to. */
  readonly lists: readonly ListDefinition[];
  readonly fonts: readonly FontEntry[];
}

/** Takes the blocks of a document, in reading order. */
export interface FlowTarget {
  write(block: Block): void;
  /** Ends a section; the blocks since the last one are in it. The last section must be ended too. */
  endSection(section: SectionLayout): void;
}

/** A file format for flow documents. */
export interface FlowFormat {
  /** The extension of its files, without a dot. */
  readonly extension: string;
  readonly mediaType: string;
  /** True if its files have pages. A page that would be longer as running text then keeps the places of its blocks. */
  readonly hasPages: boolean;
  /** How long a side of its pages may be, in points; any length by default. Larger pages are reduced. */
  readonly largestSidePt?: number;
  createWriter(path: string, head: FlowDocumentHead): FlowDocumentWriter;
}

/** Writes a flow document in some format, block by block, so that no document has to fit into memory. */
export interface FlowDocumentWriter extends FlowTarget {
  /** Finishes the file. */
  close(tail: FlowDocumentTail): Promise<void>;
  /** Called after a failure: closes and removes the incomplete file. */
  abandon(): void;
}
