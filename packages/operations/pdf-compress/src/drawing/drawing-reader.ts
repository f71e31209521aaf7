import { identityMatrix, type Matrix } from '@platen/pdf-kit/geometry';
import { dictOrStreamEntry } from '@platen/pdf-kit/objects';
import type { PDFDict, PDFName, PDFObject } from '@platen/pdf-kit/pdf-lib';
import type { DrawingState, PathOperator, SlotName } from './drawing-events.ts';
import type { FontAdvances } from './font-advances.ts';
import { initialSlots } from './initial-slots.ts';

/** The state of reading a content stream. */
export interface DrawingReader {
  readonly resources: PDFDict | null;
  readonly fonts: Map<PDFDict, FontAdvances | null>;
  state: DrawingState;
  path: { readonly operators: PathOperator[]; readonly operands: number[] };
  /** The clipping rule that the next path-painting operator applies. */
  clip: 'W' | 'W*' | null;
  /** The start of the subpath, and the current point. */
  startX: number;
  startY: number;
  x: number;
  y: number;
  inText: boolean;
  /** The text line matrix, the position along the line, and the anchor that it counts from. */
  line: Matrix;
  along: number;
  anchor: number;
  lastAnchor: number;
}

// Functions here and in the other files take the reader; closures over it would be optimized anew by V8 for every stream.

export function createDrawingReader(resources: PDFDict | null, isForm: boolean): DrawingReader {
  return {
    resources,
    fonts: new Map(),
    state: initialState(isForm),
    path: { operators: [], operands: [] },
    clip: null,
    startX: 0,
    startY: 0,
    x: 0,
    y: 0,
    inText: false,
    line: identityMatrix,
    along: 0,
    anchor: 0,
    lastAnchor: 0,
  };
}

/** A form inherits the graphics state; a page begins with the initial values of ISO 32000-2, tables 51 and 102. */
function initialState(isForm: boolean): DrawingState {
  return {
    ctm: identityMatrix,
    slots: initialSlots(isForm),
    clip: null,
    extended: null,
    font: undefined,
    size: 0,
    charSpace: isForm ? Number.NaN : 0,
    wordSpace: isForm ? Number.NaN : 0,
    stretch: 1,
    leading: isForm ? Number.NaN : 0,
  };
}

export function setSlot(reader: DrawingReader, name: SlotName, text: string): void {
  const { state } = reader;
  if (state.slots[name] !== text) reader.state = { ...reader.state, slots: { ...state.slots, [name]: text } };
}

/** The named resource of a category; null if there is none. */
export function resourceOf({ resources }: DrawingReader, category: string, name: PDFName): PDFObject | null {
  const entries = resources === null ? null : dictOrStreamEntry(resources, category);
  return entries?.lookup(name) ?? null;
}
