import type { Block } from './blocks.ts';
import type { DocumentProperties, DocumentStyles, FontEntry } from './document-styles.ts';
import type { ListDefinition } from './formats.ts';
import type { LineNumbering, SectionLayout } from './sections.ts';

/** What is known of a flow document before its first block. */
export interface FlowDocumentHead {
  readonly properties: DocumentProperties;
  readonly styles: DocumentStyles;
  /** Null where the lines are not numbered. */
  readonly lineNumbering: LineNumbering | null;
}

/** What is known of it once its last block is written. */
export interface FlowDocumentTail {
  /** Every list that an item names. */
  readonly lists: readonly ListDefinition[];
  readonly fonts: readonly FontEntry[];
}

/** Takes the blocks of a document, in reading order. */
export interface FlowTarget {
  write(block: Block): void;
  /** Ends a section; the blocks since the last one are in it. The last section must be ended too. */
  endSection(section: SectionLayout): void;
}

/** A format that flow documents are written in. */
export interface FlowFormat {
  /** Of its files, without a dot. */
  readonly extension: string;
  readonly mediaType: string;
  /**
   * Whether its files have pages. In those that have, pages that would be longer as running text keep the places of their blocks.
   */
  readonly hasPages: boolean;
  createWriter(path: string, head: FlowDocumentHead): FlowDocumentWriter;
}

/** Writes a flow document in some format, block by block, so that no document has to fit into memory. */
export interface FlowDocumentWriter extends FlowTarget {
  /** Finishes the file. */
  close(tail: FlowDocumentTail): Promise<void>;
  /** Gives up: closes and removes what was begun. */
  abandon(): void;
}
