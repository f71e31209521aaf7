import type { Operand } from '@platen/pdf-kit/objects';
import { type PathOperator, UnsupportedContentError } from './drawing-events.ts';
import type { DrawingReader } from './drawing-reader.ts';
import { matrixOf, numberAt } from './operand-values.ts';

/** The operators that build a path (ISO 32000-2, 8.5.2). */
export type PathBuildingOperator = PathOperator | 'v' | 'y';

/** Adds a segment to the current path; `v` and `y`, curves with a control point at one of their ends, become `c`. */
export function addToPath(reader: DrawingReader, operator: PathBuildingOperator, operands: readonly Operand[]): void {
  const at = (index: number) => numberAt(operands, index);
  switch (operator) {
    case 'm':
    case 'l':
      addSegment(reader, operator, at(0), at(1));
      break;
    case 'c':
      addSegment(reader, 'c', ...matrixOf(operands));
      break;
    case 'v':
      addSegment(reader, 'c', reader.x, reader.y, at(0), at(1), at(2), at(3));
      break;
    case 'y':
      addSegment(reader, 'c', at(0), at(1), at(2), at(3), at(2), at(3));
      break;
    case 're':
      addSegment(reader, 're', at(0), at(1), at(2), at(3));
      break;
    case 'h':
      if (reader.path.operators.length > 0) addSegment(reader, 'h');
      break;
  }
}

function addSegment(reader: DrawingReader, operator: PathOperator, ...operands: readonly number[]): void {
  const { path } = reader;
  if (path.operators.length === 0 && operator !== 'm' && operator !== 're') {
    throw new UnsupportedContentError('a path without a beginning');
  }
  path.operators.push(operator);
  path.operands.push(...operands);
  if (operator === 'm' || operator === 're') [reader.startX = 0, reader.startY = 0] = operands;
  if (operator === 'h' || operator === 're') [reader.x, reader.y] = [reader.startX, reader.startY];
  else [reader.x = 0, reader.y = 0] = operands.slice(-2);
}
