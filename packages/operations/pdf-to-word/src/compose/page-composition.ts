import type { Inline, ListItem, PictureInline, ShapeInline, TextBoxInline } from '@platen/pdf-kit/flow-document';
import type { Link, Word } from '@platen/pdf-kit/page-model';
import type { DocumentFacts } from '../analysis/document-facts.ts';
import type { HeadingNumberer, NumberedHeading } from '../analysis/headings/heading-numbers.ts';
import type { HeadingFacts } from '../analysis/headings/headings.ts';
import type { TaggedRoles } from '../analysis/headings/tagged-roles.ts';
import type { PageLayout } from '../analysis/layout/page-layout.ts';
import type { ListFinder } from '../analysis/lists/lists.ts';
import type { DecorationOf } from '../analysis/text/decorations.ts';
import type { InlineSources } from '../analysis/text/inlines.ts';
import type { Languages } from '../analysis/text/languages.ts';
import type { RunStyles } from '../analysis/text/run-styles.ts';
import type { BlockDraft, FigureItem, FormulaItem, ParagraphDraft } from '../analysis/types.ts';
import type { PageMark } from '../marks/page-marks.ts';
import type { ParagraphMark } from '../marks/paragraph-marks.ts';
import type { PageFlow } from './page-flow.ts';
import type { SpaceTable } from './space-table.ts';
import type { DocumentTitle } from './title.ts';

/** What holds for the whole document while its pages are composed. */
export interface CompositionSources {
  readonly facts: DocumentFacts;
  readonly runStyles: RunStyles;
  readonly languages: Languages;
  readonly headings: HeadingFacts;
  readonly title: DocumentTitle | null;
  readonly headingNumbers: HeadingNumberer;
  readonly roles: TaggedRoles;
  readonly lists: ListFinder;
  readonly flow: PageFlow;
  readonly spaces: SpaceTable;
  /** The paragraph written last, which the next column or page may continue with. */
  readonly open: { last: ParagraphDraft | null };
  readonly bookmarkOf: (link: Link) => string | null;
  /** Names of the places of this page that links point at, by how far down they are. */
  readonly bookmarksOn: (pageNumber: number) => readonly { readonly y: number; readonly name: string }[];
}

/** What belongs to one page. */
export interface PageSources {
  readonly decorationOf: DecorationOf;
  readonly pictures: ReadonlyMap<FigureItem | FormulaItem, PictureInline>;
  /** Rules and panels that are drawn where they were. */
  readonly marks: readonly PageMark[];
}

/** A page while it is composed: what was made out beforehand, and what is still to be placed. */
export interface PageComposition {
  readonly layout: PageLayout;
  readonly document: CompositionSources;
  readonly own: PageSources;
  readonly levels: ReadonlyMap<ParagraphDraft, number>;
  readonly items: ReadonlyMap<ParagraphDraft, ListItem>;
  readonly numbers: ReadonlyMap<ParagraphDraft, NumberedHeading>;
  /** What is drawn around paragraphs and moves with them. */
  readonly marks: ReadonlyMap<ParagraphDraft, ParagraphMark>;
  /** What is on its own in the whitespace above blocks and moves with them. */
  readonly rulesAbove: ReadonlyMap<BlockDraft, readonly PageMark[]>;
  /** What is in place of the words that refer to footnotes. */
  readonly notes: Map<Word, Inline>;
  /** Not yet placed. */
  readonly bookmarks: { readonly y: number; readonly name: string }[];
  /** Pictures and shapes still to be anchored to a paragraph of the page. */
  readonly backgrounds: (PictureInline | ShapeInline | TextBoxInline)[];
}

/** What the words of the page need to become text. */
export function inlineSources({ document, layout, own, notes }: PageComposition): InlineSources {
  return {
    runStyles: document.runStyles,
    links: layout.page.links,
    decorationOf: own.decorationOf,
    hyphenation: document.facts.hyphenation,
    bookmarkOf: document.bookmarkOf,
    replacementOf: (word) => notes.get(word) ?? null,
  };
}
