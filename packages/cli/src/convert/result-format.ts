import { extname, parse } from 'node:path';
import type { Operation } from '@platen/core';
import { readOptionFields } from '@platen/core/internal';
import type { OutputTarget } from '../output-target.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

/** What an operation makes, which `Operation` itself does not say. */
interface ResultRule {
  /** The option that chooses the format, whose values are extensions; else the one extension there is. */
  readonly option?: string;
  readonly extension?: string;
  /** What the name of its one result has behind that of the input; null where there may be several results. */
  readonly suffix: string | null;
}

const rules: Readonly<Record<string, ResultRule>> = {
  'pdf/to-word': { extension: 'docx', suffix: '' },
  'pdf/to-excel': { extension: 'xlsx', suffix: '' },
  'pdf/compress': { extension: 'pdf', suffix: '-compressed' },
  'pdf/merge': { extension: 'pdf', suffix: '-merged' },
  'pdf/split': { extension: 'pdf', suffix: null },
  'image/to-pdf': { extension: 'pdf', suffix: '' },
  'pdf/to-image': { option: 'format', suffix: null },
  ocr: { option: 'output', suffix: '' },
};

/** Other spellings of the formats above. */
const spellings: Readonly<Record<string, string>> = {
  jpeg: 'jpg',
  jpe: 'jpg',
  tif: 'tiff',
  htm: 'hocr',
  html: 'hocr',
  text: 'txt',
};

/** Extensions that promise a format. Any other, as in `page.part` or `report.v2`, promises nothing. */
const promising: ReadonlySet<string> = new Set(
  [
    'pdf docx doc odt rtf xlsx xls ods csv tsv pptx ppt odp txt md html xml json hocr epub zip',
    'png jpg webp gif bmp tif tiff avif heic heif jp2 svg ico ps eps',
  ].flatMap((line) => line.split(' ')),
);

/** How the results of a request are made and called. */
export interface ResultFormat {
  /** Those given, with the format that the name of the result asks for. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Whether more than one file may come out. */
  readonly maySeveral: boolean;
  /** The name of the one result of an input that `-o` gives no name; null where several may come out. */
  nameFor(input: string): string | null;
}

/**
 * Takes the format of the result from the name that `-o` gives it. Throws a `UsageError` when the operation cannot make that
 * format, when an option asks for another, or when a format that is no text would go to a terminal without `force`.
 */
export function chooseFormat(
  operation: Operation,
  given: Readonly<Record<string, unknown>>,
  target: OutputTarget,
  { terminal, force }: { readonly terminal: Terminal; readonly force: boolean },
): ResultFormat {
  const rule = rules[operation.name];
  if (rule === undefined) return { options: given, maySeveral: true, nameFor: () => null };
  const choices = choicesOf(operation, rule);
  const named = target.isFolder || target.isPipe ? null : promisedFormat(target.path);
  if (named !== null && !choices.includes(named)) {
    throw new UsageError(`${operation.name} makes ${listed(choices)}, not ${named}: -o ${parse(target.path).base}`);
  }
  const { option, suffix } = rule;
  const asked = option === undefined || given[option] === undefined ? null : formatOf(String(given[option]));
  if (named !== null && asked !== null && choices.includes(asked) && asked !== named) {
    throw new UsageError(`--${option} ${asked} and -o ${parse(target.path).base} ask for two formats: leave one out`);
  }
  const options = named === null || option === undefined ? given : { ...given, [option]: named };
  const format = named ?? asked ?? choices[0] ?? '';
  if (target.isPipe && terminal.printsToPerson && !force && !isText(format)) {
    throw new UsageError(`the ${format} would be written to this terminal: name a file with -o, or use --force`);
  }
  const nameFor = (input: string) => (suffix === null ? null : `${parse(input).name}${suffix}.${format}`);
  return { options, maySeveral: suffix === null, nameFor };
}

/** The default comes first. */
function choicesOf(operation: Operation, { option, extension = '' }: ResultRule): readonly string[] {
  if (option === undefined) return [extension];
  return (readOptionFields(operation).allowed(option) ?? []).map(String);
}

function promisedFormat(path: string): string | null {
  const format = extname(path).slice(1).toLowerCase();
  return promising.has(format) || Object.hasOwn(spellings, format) ? formatOf(format) : null;
}

function formatOf(text: string): string {
  const word = text.trim().toLowerCase();
  return spellings[word] ?? word;
}

function isText(format: string): boolean {
  return format === 'txt' || format === 'hocr';
}

function listed(choices: readonly string[]): string {
  return [choices.slice(0, -1).join(', '), ...choices.slice(-1)].filter((part) => part !== '').join(' or ');
}
