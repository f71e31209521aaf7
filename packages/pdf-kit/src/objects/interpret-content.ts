import { PDFDict, PDFName, type PDFObject, type PDFRawStream } from 'pdf-lib';
import { asMatrix, chainMatrices, identityMatrix, type Matrix } from '../page-model/matrix.ts';
import { type ContentOperator, type Operand, readContentStream } from './content-stream.ts';
import { asDict, dictOrStreamEntry, isText, pdfArrayEntry, streamEntry } from './typed-entries.ts';

/**
 * The parts of the graphics state that readers of content need (ISO 32000-2, tables 51 and 102). A reader may add its own.
 */
export interface GraphicsState {
  /** Maps to the coordinates at the beginning of the content. */
  readonly ctm: Matrix;
  /** The font; null if none is set, or if the resources do not contain it. */
  readonly font: PDFDict | null;
  /** Text rendering mode; 3 is neither filled nor stroked. */
  readonly textMode: number;
  /** In percent. */
  readonly horizontalScale: number;
}

/** The graphics state at the beginning of content. */
export const initialGraphicsState: GraphicsState = {
  ctm: identityMatrix,
  font: null,
  textMode: 0,
  horizontalScale: 100,
};

/** One step through content. */
export interface ContentStep<State extends GraphicsState> {
  readonly item: ContentOperator;
  /** The state after the operator. A reader may change its own parts, which are saved and restored with the rest. */
  state: State;
  /** The number of nested saved states. */
  readonly savedStates: number;
}

/** States saved within each other that are restored; deeper nesting, which occurs only in damaged content, changes the state. */
const maxSavedStates = 512;

/**
 * Steps through the operators of `readContentStream`, and tracks the graphics state. Every step yields the same object.
 * `resources` may be null if fonts are not needed.
 */
export function* interpretContent<State extends GraphicsState>(
  content: Uint8Array,
  resources: PDFDict | null,
  initial: State,
): Generator<ContentStep<State>> {
  const saved: State[] = [];
  const step = { item: null as unknown as ContentOperator, state: initial, savedStates: 0 };
  for (const item of readContentStream(content)) {
    step.item = item;
    if (item.operator === 'q') {
      if (step.savedStates < maxSavedStates) saved.push(step.state);
      step.savedStates += 1;
    } else if (item.operator === 'Q') {
      if (step.savedStates <= maxSavedStates) step.state = saved.pop() ?? step.state;
      step.savedStates = Math.max(0, step.savedStates - 1);
    } else {
      const change = changeOf(item, step.state, resources);
      if (change !== null) step.state = { ...step.state, ...change };
    }
    yield step;
  }
}

function changeOf(
  { operator, operands }: ContentOperator,
  { ctm }: GraphicsState,
  resources: PDFDict | null,
): Partial<GraphicsState> | null {
  const [first] = operands;
  switch (operator) {
    case 'cm': {
      const matrix = asMatrix(operands);
      return matrix === null ? null : { ctm: chainMatrices(matrix, ctm) };
    }
    case 'Tf':
      return { font: asDict(resourceOf(resources, 'Font', first)) };
    case 'Tr':
      return { textMode: typeof first === 'number' ? first : 0 };
    case 'Tz':
      return { horizontalScale: typeof first === 'number' ? first : 100 };
    case 'gs': {
      const extended = asDict(resourceOf(resources, 'ExtGState', first));
      const font = extended === null ? undefined : pdfArrayEntry(extended, 'Font')?.lookup(0);
      return font instanceof PDFDict ? { font } : null;
    }
    default:
      return null;
  }
}

/** The resource that an operand names; undefined if there is none. */
export function resourceOf(
  resources: PDFDict | null,
  category: string,
  name: Operand | undefined,
): PDFObject | undefined {
  if (resources === null || !(name instanceof PDFName)) return undefined;
  return dictOrStreamEntry(resources, category)?.lookup(name);
}

/** The group of the soft mask in a graphics state of the resources; null for none. */
export function softMaskGroup(extended: PDFDict | null): PDFRawStream | null {
  const mask = extended === null ? null : dictOrStreamEntry(extended, 'SMask');
  return mask === null ? null : streamEntry(mask, 'G');
}

/** The strings that an operator shows. */
export function shownTexts({ operator, operands }: ContentOperator) {
  const [first] = operands;
  switch (operator) {
    case 'Tj':
    case "'":
      return [first].filter(isText);
    case '"':
      return [operands[2]].filter(isText);
    case 'TJ':
      return Array.isArray(first) ? first.filter(isText) : [];
    default:
      return [];
  }
}
