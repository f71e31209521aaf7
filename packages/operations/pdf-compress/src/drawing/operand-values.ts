import type { Matrix } from '@platen/pdf-kit/geometry';
import type { Operand } from '@platen/pdf-kit/objects';
import { PDFName } from '@platen/pdf-kit/pdf-lib';
import { UnsupportedContentError } from './drawing-events.ts';
import { numberText } from './number-text.ts';

/** The first six operands, which have to be numbers. */
export function matrixOf(operands: readonly Operand[]): Matrix {
  const at = (place: number) => numberAt(operands, place);
  return [at(0), at(1), at(2), at(3), at(4), at(5)];
}

/** The operand at a place, which has to be a number. */
export function numberAt(operands: readonly Operand[], place: number): number {
  const value = operands[place];
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new UnsupportedContentError('a missing number');
  return value;
}

/** Numbers and names as they are written, each with a space behind it. */
export function operandsText(operands: readonly Operand[], decimals: number): string {
  let text = '';
  for (const operand of operands) {
    if (typeof operand === 'number') text += `${numberText(operand, decimals)} `;
    else if (operand instanceof PDFName) text += `${operand.toString()} `;
    else throw new UnsupportedContentError('an operand of no use');
  }
  return text;
}
