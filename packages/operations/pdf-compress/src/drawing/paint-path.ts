import { type DrawingEvent, UnsupportedContentError } from './drawing-events.ts';
import type { DrawingReader } from './drawing-reader.ts';

/** Ends the current path with a path-painting operator. Null for one without effect. */
export function paintPath(reader: DrawingReader, operator: string): DrawingEvent | null {
  const { path, clip, state } = reader;
  if (reader.inText) throw new UnsupportedContentError('a path in text');
  if (path.operators.length === 0 && clip !== null) throw new UnsupportedContentError('an empty clip');
  reader.path = { operators: [], operands: [] };
  reader.clip = null;
  if (path.operators.length === 0 || (operator === 'n' && clip === null)) return null;
  if (clip !== null) {
    const item = { rule: clip, path, ctm: state.ctm };
    reader.state = { ...state, clip: { before: state.clip, item } };
  }
  return { kind: 'path', paint: operator === 'F' ? 'f' : operator, clip, path };
}
