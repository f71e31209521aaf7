import type { ContentOperator } from '@platen/pdf-kit/objects';
import { type DrawingEvent, UnsupportedContentError } from './drawing-events.ts';
import type { DrawingReader } from './drawing-reader.ts';

const paintingOperators = new Set('S s f F f* B B* b b* n'.split(' '));

/**
 * Whether a path-painting operator follows a clipping operator, as it must. Otherwise viewers disagree: in poppler and MuPDF
 * the clip outlasts saved states and forms, and applies with the next path; in PDFium it does not.
 */
export function isClipPainted(operators: readonly ContentOperator[], index: number): boolean {
  return paintingOperators.has(operators[index + 1]?.operator ?? '');
}

/** Ends the current path with a path-painting operator. Null for one without effect. */
export function paintPath(reader: DrawingReader, operator: string): DrawingEvent | null {
  const { path, clip, state } = reader;
  if (reader.inText) throw new UnsupportedContentError('a path in text');
  reader.path = { operators: [], operands: [] };
  reader.clip = null;
  if (path.operators.length === 0 || (operator === 'n' && clip === null)) return null;
  if (clip !== null) {
    const item = { rule: clip, path, ctm: state.ctm };
    reader.state = { ...state, clip: { before: state.clip, item } };
  }
  return { kind: 'path', paint: operator === 'F' ? 'f' : operator, clip, path };
}
