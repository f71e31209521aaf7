import { asMatrix, identityMatrix, type Matrix } from '../matrix.ts';

/** Arguments of operators are outside data: each is read as what it should be, or as something harmless. */

export function toNumber(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/** A colour as pdf.js gives it, `#rrggbb`; black for anything else. */
export function toColor(value: unknown): string {
  return typeof value === 'string' && value.startsWith('#') ? value.toLowerCase() : '#000000';
}

/** Numbers of a list; none for anything else. */
export function toNumbers(value: unknown): number[] {
  return isArrayLike(value) ? Array.from(value).map(toNumber) : [];
}

/** Six numbers of a list as a matrix; the identity for anything else. */
export function toMatrix(value: unknown): Matrix {
  return asMatrix(toNumbers(value)) ?? identityMatrix;
}

export function isArrayLike(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || ArrayBuffer.isView(value);
}

/** The arguments of one operator as a list. */
export function toArguments(value: unknown): readonly unknown[] {
  return isArrayLike(value) ? Array.from(value) : [];
}
