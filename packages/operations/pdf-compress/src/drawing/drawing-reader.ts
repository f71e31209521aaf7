import { identityMatrix, type Matrix } from '@platen/pdf-kit/geometry';
import { dictOrStreamEntry } from '@platen/pdf-kit/objects';
import type { PDFDict, PDFName, PDFObject } from '@platen/pdf-kit/pdf-lib';
import type { DrawingState, PathOperator, SlotName } from './drawing-events.ts';
import type { FontAdvances } from './font-advances.ts';
import { initialSlots } from './initial-slots.ts';

/** Where reading a content stream is: what its operators change. */
export interface DrawingReader {
  readonly resources: PDFDict | null;
  readonly fonts: Map<PDFDict, FontAdvances | null>;
  state: DrawingState;
  path: { readonly operators: PathOperator[]; readonly operands: number[] };
  /** The clip that the next operator to paint the path sets. */
  clip: 'W' | 'W*' | null;
  /** Where the subpath began, and where it is. */
  startX: number;
  startY: number;
  x: number;
  y: number;
  inText: boolean;
  /** The line of text, how far along it the pen is, and from what that counts. */
  line: Matrix;
  along: number;
  anchor: number;
  lastAnchor: number;
}

// Functions of files, here and beside this one, not closures of the reader: V8 optimizes those anew for every stream.

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

/** A form begins with the graphics state of what draws it; a page with that of ISO 32000-2, tables 51 and 102. */
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

/** The resource of a category by its name; null for one that is not there. */
export function resourceOf({ resources }: DrawingReader, category: string, name: PDFName): PDFObject | null {
  const entries = resources === null ? null : dictOrStreamEntry(resources, category);
  return entries?.lookup(name) ?? null;
}
