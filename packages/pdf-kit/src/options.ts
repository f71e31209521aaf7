import { z } from 'zod';
import { parsePageSelection } from './page-selection.ts';

/** The option fields that operations share. Each takes a typed value or the string of a form field or flag. */

const booleans: Readonly<Record<string, boolean>> = {
  true: true,
  false: false,
  1: true,
  0: false,
  yes: true,
  no: false,
  on: true,
  off: false,
};

/** A true/false field. */
export function booleanOption(fallback: boolean, description: string) {
  const parse = (value: unknown) =>
    typeof value === 'string' ? (booleans[value.trim().toLowerCase()] ?? value) : value;
  return z.preprocess(parse, z.boolean()).default(fallback).describe(description);
}

export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly integer?: boolean;
}

/** A number field without a default: add one with `.default()` or make it `.optional()`. */
export function numberOption({ min, max, integer = true }: NumberRange) {
  const parse = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value);
  const number = z.number().min(min).max(max);
  return z.preprocess(parse, integer ? number.int() : number);
}

/** One of a few words; letter case does not matter. The first is the default. */
export function choiceOption<const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
  description: string,
) {
  const parse = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : value);
  return z
    .preprocess(parse, z.enum(choices))
    .default(choices[0] as never)
    .describe(description);
}

/** The `pages` grammar, kept as text: resolve it with `selectPages` once the page count is known. */
export const pagesOption = z
  .string()
  .superRefine((text, context) => {
    const parsed = parsePageSelection(text);
    if (typeof parsed === 'string') context.addIssue({ code: 'custom', message: parsed });
  })
  .optional()
  .describe('Pages, counted from 1: 3, 2-5, 7-, -4, last, odd, even, separated by commas');

/** The password of an encrypted input. The empty one is always tried first. */
export const passwordOption = z
  .string()
  .max(127)
  .optional()
  .meta({ writeOnly: true, description: 'Password of the file, if it needs one' });
