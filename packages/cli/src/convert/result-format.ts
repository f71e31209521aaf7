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
  /** Formats that may be several files. */
  readonly severalOf?: readonly string[];
  /** The option that makes one ZIP archive of all results. */
  readonly archive?: string;
}

const rules: Readonly<Record<string, ResultRule>> = {
  'pdf/to-word': { extension: 'docx', suffix: '' },
  'pdf/to-excel': { option: 'output', suffix: '', severalOf: ['csv'] },
  'pdf/compress': { extension: 'pdf', suffix: '-compressed' },
  'pdf/merge': { extension: 'pdf', suffix: '-merged' },
  'pdf/split': { extension: 'pdf', suffix: null },
  'image/to-pdf': { extension: 'pdf', suffix: '' },
  'pdf/to-image': { option: 'format', suffix: null, archive: 'zip' },
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
  const { archive } = rule;
  if (archive !== undefined && (named === 'zip' || (named === null && given[archive] === true))) {
    refuseTerminal('zip', target, { terminal, force });
    const nameFor = (input: string) => `${parse(input).name}.zip`;
    return { options: { ...given, [archive]: true }, maySeveral: false, nameFor };
  }
  if (archive !== undefined && given[archive] === true) {
    throw new UsageError(`--${archive} and -o ${parse(target.path).base} ask for two formats: leave one out`);
  }
  if (named !== null && !choices.includes(named)) {
    throw new UsageError(`${operation.name} makes ${listed(choices)}, not ${named}: -o ${parse(target.path).base}`);
  }
  const { option, suffix, severalOf = [] } = rule;
  const asked = option === undefined ? [] : formatsOf(given[option]);
  const isOther = asked.length > 1 || (asked[0] !== undefined && choices.includes(asked[0]) && asked[0] !== named);
  if (named !== null && isOther) {
    const words = asked.join(',');
    throw new UsageError(`--${option} ${words} and -o ${parse(target.path).base} ask for two formats: leave one out`);
  }
  const options = named === null || option === undefined ? given : { ...given, [option]: named };
  const format = named ?? asked[0] ?? choices[0] ?? '';
  refuseTerminal(format, target, { terminal, force });
  const maySeveral = suffix === null || asked.length > 1 || severalOf.includes(format);
  const nameFor = (input: string) => (maySeveral ? null : `${parse(input).name}${suffix}.${format}`);
  return { options, maySeveral, nameFor };
}

function refuseTerminal(
  format: string,
  { isPipe }: OutputTarget,
  { terminal, force }: { readonly terminal: Terminal; readonly force: boolean },
): void {
  if (isPipe && terminal.printsToPerson && !force && !isText(format)) {
    throw new UsageError(`the ${format} would be written to this terminal: name a file with -o, or use --force`);
  }
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

/** The formats of an option, of which some take several. */
function formatsOf(value: unknown): readonly string[] {
  const words: readonly unknown[] = value === undefined ? [] : Array.isArray(value) ? value : [value];
  return words.flatMap((word) => String(word).split(',')).map(formatOf);
}

function formatOf(text: string): string {
  const word = text.trim().toLowerCase();
  return spellings[word] ?? word;
}

function isText(format: string): boolean {
  return ['txt', 'hocr', 'csv', 'json'].includes(format);
}

function listed(choices: readonly string[]): string {
  return [choices.slice(0, -1).join(', '), ...choices.slice(-1)].filter((part) => part !== '').join(' or ');
}
