import type { Block, DocumentStyles, PictureInline, RunStyle } from '@platen/flow-document';
import type { Relationships } from './relationships.ts';
import type { SharedFormats } from './shared-formats.ts';

/** What the writers of paragraphs, tables and pictures need from the package they write into. */
export interface EmitContext {
  readonly styles: DocumentStyles;
  /** Relationships of the part being written. */
  readonly relationships: Relationships;
  /** The look of text that says nothing about itself, where formats are not shared. */
  readonly inherited: RunStyle;
  /** Where formats are shared through styles; null where each paragraph says its own, as in headers and notes. */
  readonly formats: SharedFormats | null;
  /** Inside a cell of a table. */
  readonly inCell: boolean;
  /** The ids of styles that only some documents have and this one needs. */
  readonly usedStyles: Set<string>;
  /** Stores a picture and returns the target of its relationship. */
  addPicture(picture: PictureInline): string;
  /** Stores a footnote and returns its id. */
  addFootnote(blocks: readonly Block[], mark: string | null): number;
  /** The `numId` of a list. */
  numberOf(listId: string): number;
  /** A number no other drawing or bookmark of the document has. */
  nextId(): number;
}
