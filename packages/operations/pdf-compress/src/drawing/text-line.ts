import { chainMatrices, identityMatrix, type Matrix } from '@platen/pdf-kit/geometry';
import { UnsupportedContentError } from './drawing-events.ts';
import type { DrawingReader } from './drawing-reader.ts';

/** Begins a text object, whose first line begins at the origin. */
export function beginText(reader: DrawingReader): void {
  if (reader.inText) throw new UnsupportedContentError('text in text');
  reader.inText = true;
  setLine(reader, identityMatrix);
}

export function setLineMatrix(reader: DrawingReader, matrix: Matrix): void {
  if (matrix[0] * matrix[3] === matrix[1] * matrix[2]) throw new UnsupportedContentError('flat text');
  setLine(reader, matrix);
}

/** Begins a line at an offset from the start of this one. */
export function moveLine(reader: DrawingReader, tx: number, ty: number): void {
  setLine(reader, chainMatrices([1, 0, 0, 1, tx, ty], reader.line));
}

export function nextLine(reader: DrawingReader): void {
  const { leading } = reader.state;
  if (Number.isNaN(leading)) throw new UnsupportedContentError('a line at an unknown distance');
  moveLine(reader, 0, -leading);
}

function setLine(reader: DrawingReader, line: Matrix): void {
  reader.line = line;
  reader.along = 0;
  reader.anchor = 0;
}
