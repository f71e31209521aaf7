/** What a Markdown document consists of, before lists are numbered and anchors known. */
export type MarkdownPart = TextPart | HeadingPart | ItemPart | CodePart;

/** Where a part comes from, and which places in it links may lead to. */
export interface PartPlace {
  readonly pageNumber: number | null;
  readonly bookmarks: readonly string[];
}

/** Finished lines: a paragraph, a table. */
export interface TextPart extends PartPlace {
  readonly kind: 'text';
  readonly text: string;
}

/** A heading on a level from 1 to 6, with its number where that is counted. */
export interface HeadingPart extends PartPlace {
  readonly kind: 'heading';
  readonly level: number;
  readonly text: string;
  readonly list: { readonly listId: string; readonly level: number } | null;
}

/** An item of a list. */
export interface ItemPart extends PartPlace {
  readonly kind: 'item';
  readonly list: { readonly listId: string; readonly level: number };
  readonly text: string;
}

/** Lines of a program; those that follow each other are one block. */
export interface CodePart extends PartPlace {
  readonly kind: 'code';
  readonly lines: readonly string[];
  /** Where its lines begin, and the width of a letter, in points. */
  readonly indentPt: number;
  readonly letterPt: number;
}
