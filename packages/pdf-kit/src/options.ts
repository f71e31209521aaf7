import { parsePageSelection } from './page-selection.ts';
import * as z from './zod.ts';

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

// A default of what is parsed first would be missing from the JSON Schema: `prefault` is not.

/** The boolean that a word such as `yes` or `off` means; undefined for other words. */
export function booleanText(text: string | null): boolean | undefined {
  const word = text?.trim().toLowerCase() ?? '';
  return Object.hasOwn(booleans, word) ? booleans[word] : undefined;
}

/** The schema of a field that is true or false. */
export function booleanOption(fallback: boolean, description: string) {
  const parse = (value: unknown) => (typeof value === 'string' ? (booleanText(value) ?? value) : value);
  return z.preprocess(parse, z.boolean('must be true or false')).prefault(fallback).describe(description);
}

/** The range of a number, including both ends; with `integer`, only whole numbers. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly integer?: boolean;
}

/** A number as people and JSON write it: no other base, nothing empty. */
const decimalPattern = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** The schema of a number. It has no default: add one with `.default()`, or call `.optional()`. */
export function numberOption({ min, max, integer = true }: NumberRange) {
  const parse = (value: unknown) =>
    typeof value === 'string' && decimalPattern.test(value.trim()) ? Number(value) : value;
  const problem = `must be a ${integer ? 'whole ' : ''}number from ${min} to ${max}`;
  const number = z.number(problem).min(min, problem).max(max, problem);
  return z.preprocess(parse, integer ? number.int(problem) : number);
}

/** Settings of a choice in addition to its words. */
export interface ChoiceSettings<Choice extends string> {
  /** The default of the field. Without it, the first choice. */
  readonly fallback?: Choice;
  /** Other words for the choices, such as those of other services, in lower case. The types of the options include them. */
  readonly synonyms?: Readonly<Record<string, Choice>>;
}

/** The schema of a field that is one of a few words, in upper or lower case. */
export function choiceOption<const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
  description: string,
  settings: ChoiceSettings<Choices[number]> = {},
) {
  const { fallback = choices[0], synonyms = {} } = settings;
  const parse = (value: unknown) => {
    if (typeof value !== 'string') return value;
    const word = value.trim().toLowerCase();
    return Object.hasOwn(synonyms, word) ? synonyms[word] : word;
  };
  return z
    .preprocess(parse, z.enum(choices, `must be one of ${choices.join(', ')}`))
    .prefault(fallback)
    .meta(settings.synonyms === undefined ? { description } : { description, 'x-synonyms': synonyms });
}

/**
 * The schema of a field that is one or several of a few words: one word, several words separated by commas, or a list. The
 * first choice is the default.
 */
export function choicesOption<const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
  description: string,
) {
  const parse = (value: unknown) => {
    const given: readonly unknown[] = Array.isArray(value) ? value : [value];
    const words = given.flatMap((each) =>
      typeof each === 'string' ? each.split(',').map((word) => word.trim().toLowerCase()) : [each],
    );
    return [...new Set(words)];
  };
  const problem = `must be one or more of ${choices.join(', ')}`;
  const choice = z.enum(choices, problem);
  return z
    .preprocess(parse, z.union([choice, z.array(choice).min(1, problem)], problem))
    .transform((value) => (typeof value === 'string' ? [value] : value))
    .prefault(choices[0])
    .meta({ description });
}

/** The schema of a `pages` option. It stays text: call `selectPages` when the number of pages is known. */
export const pagesOption = z
  .string('must be text')
  .superRefine((text, context) => {
    const parsed = parsePageSelection(text);
    if (typeof parsed === 'string') context.addIssue({ code: 'custom', message: parsed });
  })
  .optional()
  .meta({ examples: ['1-3'] })
  .describe('Pages, counted from 1: 3, 2-5, 7-, -4, last, odd, even, separated by commas');

/** Bytes of each unit: as file managers and mail servers count; with an `i`, powers of 1 024. */
const unitBytes: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  k: 1e3,
  kb: 1e3,
  kib: 1024,
  m: 1e6,
  mb: 1e6,
  mib: 1024 ** 2,
};

const sizeProblem = 'must be a size such as 500KB or 10MB, or a number of bytes';

/**
 * The number of bytes of a size such as `10MB`, `1.5 MiB`, `500kb` or `200000`; null for other text, for less than one byte,
 * and for fractions of bytes.
 */
export function parseByteSize(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/.exec(text.trim().toLowerCase());
  const unit = unitBytes[match?.[2] ?? 'none'];
  if (match === null || unit === undefined) return null;
  // A fraction without a unit is a unit that was forgotten.
  if (unit === 1 && match[1]?.includes('.')) return null;
  const bytes = Math.floor(Number(match[1]) * unit);
  return bytes >= 1 && Number.isSafeInteger(bytes) ? bytes : null;
}

/** The schema of a size. It stays text, which `parseByteSize` reads. A number is a size in bytes. */
export const byteSizeOption = z
  .preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    z.string(sizeProblem).refine((text) => parseByteSize(text) !== null, { message: sizeProblem }),
  )
  .optional()
  .meta({ examples: ['5MB'] });

/** The schema of one password: PDF has none that is longer. */
export const passwordText = z.string('must be text').max(127, 'is longer than 127 characters');

/** The schema of the password of an encrypted file. The empty password is always tried first. */
export const passwordOption = passwordText
  .optional()
  .meta({ writeOnly: true, description: 'Password of the file, if it needs one' });

/**
 * The schema of an option for a standard to which the written PDF conforms. `writePdfA` of `@platen/pdf-kit/conformance`
 * writes it.
 */
export const conformanceOption = z
  .preprocess(
    (value) => (typeof value === 'string' ? value.trim().toLowerCase() : value),
    z.enum(['pdfa-2b'], 'must be pdfa-2b'),
  )
  .optional()
  .describe(
    'pdfa-2b makes the output PDF/A-2b for archives: fonts embedded, colours defined, active content and attachments removed',
  );

const activeContentChoices = ['keep', 'remove'] as const;

/** What happens to scripts and actions: one of `activeContentChoices`. */
export type ActiveContentChoice = (typeof activeContentChoices)[number];

/** The schema of an option for scripts and actions in the written PDF. `settleActiveContent` applies it. */
export const activeContentOption = choiceOption(
  activeContentChoices,
  'keep leaves scripts and launch, submit and opening actions unchanged, with a warning; remove deletes them',
);
