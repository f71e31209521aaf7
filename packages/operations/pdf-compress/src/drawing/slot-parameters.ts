import type { Operand } from '@platen/pdf-kit/objects';
import { type SlotName, UnsupportedContentError } from './drawing-events.ts';
import { numberText, significantText } from './number-text.ts';
import { numberAt, operandsText } from './operand-values.ts';

/** Decimals of colours: half a thousandth is an eighth of a step of 8 bits. */
export const colorDecimals = 3;
/** Significant digits of line widths and other lengths. */
const lengthDigits = 4;
/** Significant digits of factors for the length of a line of text. */
export const scaleDigits = 6;

/** The parameter that an operator sets, and how it is written. */
interface Parameter {
  readonly slot: SlotName;
  readonly textOf: (operands: readonly Operand[], operator: string) => string;
}

const lengthText: Parameter['textOf'] = (operands, operator) =>
  `${significantText(numberAt(operands, 0), lengthDigits)} ${operator}`;
const wholeText: Parameter['textOf'] = (operands, operator) => `${numberText(numberAt(operands, 0), 0)} ${operator}`;
const colorText: Parameter['textOf'] = (operands, operator) => `${operandsText(operands, colorDecimals)}${operator}`;
const nameText: Parameter['textOf'] = (operands, operator) => `${operandsText(operands, 0)}${operator}`;

function dashText([dashes, phase]: readonly Operand[]): string {
  if (!Array.isArray(dashes) || !dashes.every((dash) => typeof dash === 'number')) {
    throw new UnsupportedContentError('no dashes');
  }
  const lengths = dashes.map((dash) => significantText(dash, lengthDigits)).join(' ');
  return `[${lengths}]${significantText(numberAt([phase ?? null], 0), lengthDigits)} d`;
}

function textModeText(operands: readonly Operand[]): string {
  if (numberAt(operands, 0) > 3) throw new UnsupportedContentError('text that clips');
  return wholeText(operands, 'Tr');
}

/** The parameters by operator. A table instead of branches of `readDrawing`, since V8 takes a second to optimize a function of that size. */
export const slotParameters: ReadonlyMap<string, Parameter> = new Map([
  ['w', { slot: 'w', textOf: lengthText }],
  ['M', { slot: 'M', textOf: lengthText }],
  ['Ts', { slot: 'Ts', textOf: lengthText }],
  ['J', { slot: 'J', textOf: wholeText }],
  ['j', { slot: 'j', textOf: wholeText }],
  ['i', { slot: 'i', textOf: wholeText }],
  ['ri', { slot: 'ri', textOf: nameText }],
  ['d', { slot: 'd', textOf: dashText }],
  ['Tr', { slot: 'Tr', textOf: textModeText }],
  ['g', { slot: 'fill', textOf: colorText }],
  ['rg', { slot: 'fill', textOf: colorText }],
  ['k', { slot: 'fill', textOf: colorText }],
  ['cs', { slot: 'fill', textOf: nameText }],
  ['G', { slot: 'stroke', textOf: colorText }],
  ['RG', { slot: 'stroke', textOf: colorText }],
  ['K', { slot: 'stroke', textOf: colorText }],
  ['CS', { slot: 'stroke', textOf: nameText }],
]);
