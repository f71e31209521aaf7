import type { Boundaries } from '../../boundaries.ts';
import { intersectBoxes } from '../box.ts';
import type { LoadedFont } from '../fonts/read-font.ts';
import type { Matrix } from '../matrix.ts';
import type { Box } from '../types.ts';
import type { ClipRule } from './clip-shape.ts';
import { createGraphicsState, type GraphicsState } from './graphics-state.ts';
import { createPageContent, type PageContent } from './page-content.ts';
import { type GlyphMark, markGlyphs, replaceGlyphs } from './replace-glyphs.ts';

export interface ContentSurroundings {
  /** Operator names to their numbers: `OPS` of pdf.js. */
  readonly codes: Readonly<Record<string, number>>;
  /** From PDF user space to page points. */
  readonly matrix: Matrix;
  readonly pageBox: Box;
  readonly pageNumber: number;
  readonly boundaries: Boundaries;
  readonly fontOf: (name: string) => LoadedFont | null;
  /** The middle colour of the gradient with this id; null for a mesh. */
  readonly shadingColorOf: (id: string) => string | null;
  /** The mean colour of an image; null where it is not known. */
  readonly imageColorOf: (id: string) => string | null;
  /** The fields of a form. */
  readonly fields: readonly Box[];
  /** Whether an optional-content group is switched on. */
  readonly isVisible: (group: unknown) => boolean;
  /** Whether the appearance of the annotation with this id belongs to the content of the page. */
  readonly isDrawn: (annotationId: unknown) => boolean;
  /** The replacement text of each `BDC` of the page's own content, in order; empty if unknown. */
  readonly actualTexts: readonly (string | null)[];
}

/** The properties that marked-content operators give to what is drawn inside them. */
export interface MarkedContent {
  readonly mcid: number | null;
  readonly artifact: boolean;
  /** Inside an optional-content group that is switched off. */
  readonly invisible: boolean;
  readonly insideForm: boolean;
}

/** What an operator does with its arguments. They are outside data. */
export type Operator = (args: readonly unknown[]) => void;
export type Operators = Readonly<Record<string, Operator>>;

/** The state of reading a content stream: what was painted so far, and the graphics state for the next operator. */
export interface ContentReader {
  readonly content: PageContent;
  readonly surroundings: ContentSurroundings;
  state: GraphicsState;
  formDepth: number;
  /** A clipping operator was seen: the next path clips. */
  clipPending: ClipRule | null;
  pathSegments: number;
  save(): void;
  restore(): void;
  clipTo(box: Box): void;
  /** Enters marked content with changed properties; `actualText` is the replacement text of its glyphs. */
  mark(change: Partial<MarkedContent>, actualText?: string | null): void;
  unmark(): void;
  /** The marked content around the next operator. */
  around(): MarkedContent;
  /** Warns once that part of the page was left out. */
  degrade(message: string): void;
}

export function createContentReader(surroundings: ContentSurroundings): ContentReader {
  const saved: GraphicsState[] = [];
  const marked: { readonly state: MarkedContent; readonly actualText: string | null; readonly since: GlyphMark }[] = [];
  const { pageBox } = surroundings;
  const content = createPageContent(pageBox);
  const reader: ContentReader = {
    content,
    surroundings,
    state: createGraphicsState(surroundings.matrix, pageBox),
    formDepth: 0,
    clipPending: null,
    pathSegments: 0,
    save() {
      saved.push({ ...reader.state });
    },
    restore() {
      reader.state = saved.pop() ?? reader.state;
    },
    clipTo(box) {
      reader.state.clip = intersectBoxes(reader.state.clip, box) ?? { x0: 0, y0: 0, x1: 0, y1: 0 };
    },
    mark(change, actualText = null) {
      const state = { ...reader.around(), insideForm: reader.formDepth > 0, ...change };
      marked.push({ state, actualText, since: markGlyphs(content) });
    },
    unmark() {
      const left = marked.pop();
      if (left !== undefined && left.actualText !== null) replaceGlyphs(content, left.since, left.actualText);
    },
    around: () =>
      marked.at(-1)?.state ?? { mcid: null, artifact: false, invisible: false, insideForm: reader.formDepth > 0 },
    degrade(message) {
      if (content.warnings.some((warning) => warning.message === message)) return;
      content.warnings.push({ code: 'PAGE_DEGRADED', message });
    },
  };
  return reader;
}
