import { containsBox } from '@platen/pdf-kit/geometry';
import type { Glyph, Word } from '@platen/pdf-kit/page-model';
import type { NumberedHeading } from '../analysis/headings/heading-numbers.ts';
import { blocksIn, type PageLayout, paragraphsIn } from '../analysis/layout/page-layout.ts';
import type { DecorationOf } from '../analysis/text/decorations.ts';
import type { InlineSources } from '../analysis/text/inlines.ts';
import type { BlockDraft, FigureItem, FormulaItem, ParagraphDraft } from '../analysis/types.ts';
import { type BlankRules, findBlankRules } from '../marks/blank-rules.ts';
import { findFreeRules } from '../marks/free-rules.ts';
import { markInline } from '../marks/mark-inline.ts';
import { isCards, type PageMark } from '../marks/page-marks.ts';
import { findParagraphMarks, type ParagraphMark } from '../marks/paragraph-marks.ts';
import type { PictureInline } from '../model/blocks.ts';
import type { ListItem } from '../model/formats.ts';
import { titleLevel } from '../model/title-level.ts';
import type { AnchoredInline } from './anchored-inline.ts';
import { baseStyleOf } from './base-style.ts';
import type { Bookmark, CompositionFacts, DocumentCounters } from './composition-facts.ts';
import { footnoteInlines } from './footnote-inlines.ts';
import { headingLevel } from './heading-levels.ts';
import { findMovingDrawings, type MovingDrawings } from './moving-drawings.ts';

/** What was drawn on a page, made ready for the document. */
export interface PageDrawings {
  readonly decorationOf: DecorationOf;
  readonly pictures: ReadonlyMap<FigureItem | FormulaItem, PictureInline>;
  /** The icons in its text. */
  readonly icons: ReadonlyMap<Glyph, PictureInline>;
  /** Rules and panels that are drawn where they were. */
  readonly marks: readonly PageMark[];
}

/** A page with all that is known of its blocks before the first is placed. */
export interface PageContent {
  readonly layout: PageLayout;
  readonly document: CompositionFacts;
  readonly counters: DocumentCounters;
  readonly pictures: PageDrawings['pictures'];
  /** What its words need to become text. */
  readonly inlines: InlineSources;
  /** 1–6 for a heading, `titleLevel` for the title, 0 for body text. */
  readonly levels: ReadonlyMap<ParagraphDraft, number>;
  readonly items: ReadonlyMap<ParagraphDraft, ListItem>;
  readonly numbers: ReadonlyMap<ParagraphDraft, NumberedHeading>;
  /** What is drawn around paragraphs and moves with them. */
  readonly marks: ReadonlyMap<ParagraphDraft, ParagraphMark>;
  /** What is drawn in its cards, around the paragraphs there. */
  readonly marksInCards: readonly PageMark[];
  /** The lines to write on in its lines of text. */
  readonly blanks: BlankRules['of'];
  /** What is on its own in the whitespace above blocks and moves with them. */
  readonly rulesAbove: ReadonlyMap<BlockDraft, readonly PageMark[]>;
  /** From top to bottom. */
  readonly bookmarks: readonly Bookmark[];
  /** What is drawn behind or beside paragraphs and moves with them, from bottom to top. */
  readonly drawingsOf: MovingDrawings['of'];
  /** What else is behind the page, from bottom to top. */
  readonly backgrounds: readonly AnchoredInline[];
}

/**
 * Finds out what the blocks of a page are: headings, items of lists, framed paragraphs. Where that fails all are body text.
 */
export function pageContent(
  layout: PageLayout,
  drawings: PageDrawings,
  document: CompositionFacts,
  counters: DocumentCounters,
): PageContent {
  return document.boundaries.within(
    { what: `The headings and lists of page ${layout.page.number}`, instead: 'they become body text' },
    () => knownContent(layout, drawings, document, counters),
    () => plainContent(layout, drawings, document, counters),
  );
}

function plainContent(
  layout: PageLayout,
  { pictures, decorationOf }: PageDrawings,
  document: CompositionFacts,
  counters: DocumentCounters,
): PageContent {
  const { runStyles, facts, bookmarkOf } = document;
  const inlines = { runStyles, links: [], decorationOf, hyphenation: facts.hyphenation, bookmarkOf };
  const nothing = {
    levels: new Map(),
    items: new Map(),
    numbers: new Map(),
    marks: new Map(),
    marksInCards: [],
    blanks: new Map(),
    rulesAbove: new Map(),
  };
  return {
    layout: withNotesBelow(layout),
    document,
    counters,
    pictures,
    inlines,
    ...nothing,
    bookmarks: [],
    drawingsOf: new Map(),
    backgrounds: [],
  };
}

/** Notes are text again, below that of the page. */
function withNotesBelow(layout: PageLayout): PageLayout {
  const notes = layout.footnotes.flatMap(({ paragraphs }) => paragraphs);
  const lastBand = layout.bands.at(-1);
  const lastColumn = lastBand?.columns.at(-1);
  if (lastBand === undefined || lastColumn === undefined) return layout;
  const columns = [...lastBand.columns.slice(0, -1), { ...lastColumn, blocks: [...lastColumn.blocks, ...notes] }];
  return { ...layout, bands: [...layout.bands.slice(0, -1), { ...lastBand, columns }], footnotes: [] };
}

function knownContent(
  layout: PageLayout,
  { pictures, icons, decorationOf, marks }: PageDrawings,
  document: CompositionFacts,
  counters: DocumentCounters,
): PageContent {
  const { page } = layout;
  const paragraphs = paragraphsIn(layout);
  const levels = new Map(
    paragraphs.map((draft, index) => {
      const adjacent = [paragraphs[index - 1], paragraphs[index + 1]].filter((other) => other !== undefined);
      return [draft, headingLevel(draft, page, document, adjacent)];
    }),
  );
  const cards = blocksIn(layout).filter(isCards);
  const marksInCards = marks.filter(({ box }) => cards.some((card) => containsBox(card.box, box, 1)));
  const drawn = drawnMarks(
    layout,
    marks.filter((mark) => !marksInCards.includes(mark)),
    document,
  );
  const inline = (mark: PageMark) => markInline(mark, document.runStyles);
  const backgrounds = bottomUp([
    ...drawn.rest.filter(({ overPicture }) => overPicture === undefined).map(inline),
    ...layout.backgrounds.flatMap((figure) => pictures.get(figure) ?? []),
    ...drawn.rest.filter(({ overPicture }) => overPicture === true).map(inline),
  ]);
  const moving = document.keepsPlaces ? { of: new Map(), rest: backgrounds } : findMovingDrawings(layout, backgrounds);
  return {
    layout,
    document,
    counters,
    pictures,
    inlines: inlineSources(layout, decorationOf, icons, document),
    levels,
    items: counters.lists.find(paragraphs.filter((draft) => levels.get(draft) === 0)),
    numbers: counters.headingNumbers.find(
      paragraphs
        .map((draft) => ({ draft, level: levels.get(draft) ?? 0 }))
        .filter(({ level }) => level > 0 && level !== titleLevel),
    ),
    marks: drawn.around,
    marksInCards,
    blanks: drawn.blanks,
    rulesAbove: drawn.above,
    bookmarks: [...document.bookmarksOn(page.number)].sort((first, second) => first.y - second.y),
    drawingsOf: moving.of,
    backgrounds: moving.rest,
  };
}

/** What of the drawn marks moves with a block. In exact places each has a place of its own. */
function drawnMarks(layout: PageLayout, marks: readonly PageMark[], { keepsPlaces }: CompositionFacts) {
  if (keepsPlaces) return { around: new Map(), blanks: new Map(), above: new Map(), rest: marks };
  const { of: around, rest: free } = findParagraphMarks(layout, marks);
  const { of: blanks, rest } = findBlankRules(layout, free);
  return { around, blanks, ...findFreeRules(layout, rest) };
}

function inlineSources(
  { page, footnotes }: PageLayout,
  decorationOf: DecorationOf,
  icons: PageDrawings['icons'],
  { runStyles, facts, bookmarkOf }: CompositionFacts,
): InlineSources {
  const iconOf = ({ glyphs: [glyph] }: Word) => (glyph === undefined ? null : (icons.get(glyph) ?? null));
  const plain = { runStyles, links: page.links, decorationOf, hyphenation: facts.hyphenation, bookmarkOf };
  const sources = { ...plain, replacementOf: iconOf };
  const notes = footnoteInlines(footnotes, sources, (draft) => baseStyleOf(draft, runStyles));
  return { ...sources, replacementOf: (word) => notes.get(word) ?? iconOf(word) };
}

/** Turned text would be hidden below a picture of the page. */
export function bottomUp(backgrounds: readonly AnchoredInline[]): readonly AnchoredInline[] {
  return [
    ...backgrounds.filter(({ kind }) => kind !== 'text-box'),
    ...backgrounds.filter(({ kind }) => kind === 'text-box'),
  ];
}
