import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
} from 'pdf-lib';
import { decodeData } from '../decode-stream.ts';
import { isText, nameEntry, numberEntry } from '../typed-entries.ts';
import { renameCalculatedFields } from './rename-calculated-fields.ts';

/** A new value of a dictionary entry; null removes it. */
export type EntryChange = readonly [key: PDFName, value: PDFObject | null];

const [fieldsKey, targetKey, flagsKey, scriptKey] = ['Fields', 'T', 'Flags', 'JS'].map((key) => PDFName.of(key)) as [
  PDFName,
  PDFName,
  PDFName,
  PDFName,
];

/** The flag of ResetForm and SubmitForm by which `/Fields` are those left out (ISO 32000-2, tables 240 and 242). */
const excludeFlag = 1;

/** Longer scripts are not searched for calls. */
const maxScriptBytes = 1024 * 1024;

/**
 * Rewrites an action on form fields for an output with several forms: fields get their new names, and an action on all
 * fields, or on all but some, lists those of its own form.
 */
export function rewriteFieldAction(dict: PDFDict, names: FieldNames): readonly EntryChange[] {
  switch (nameEntry(dict, 'S')) {
    case 'ResetForm':
    case 'SubmitForm':
      return ownFields(dict, names);
    case 'Hide':
      return [[targetKey, renamedTargets(dict.get(targetKey), dict, names)]];
    case 'JavaScript':
      return renamedCalculation(dict, names);
    default:
      return [];
  }
}

function ownFields(dict: PDFDict, names: FieldNames): readonly EntryChange[] {
  const listed = dict.lookup(fieldsKey);
  const flags = numberEntry(dict, 'Flags') ?? 0;
  const excludes = (flags & excludeFlag) !== 0;
  if (listed instanceof PDFArray && !excludes) return [[fieldsKey, renamedTargets(listed, dict, names)]];
  const excluded = listed instanceof PDFArray ? excludedNames(dict.context, listed) : [];
  const own = names.all.filter((name) => !excluded.some((other) => name === other || name.startsWith(`${other}.`)));
  const fields = own.map((name) => PDFHexString.fromText(renamedField(name, names)));
  return [
    [fieldsKey, dict.context.obj(fields)],
    [flagsKey, excludes ? PDFNumber.of(flags & ~excludeFlag) : (dict.get(flagsKey) ?? null)],
  ];
}

function excludedNames(context: PDFContext, listed: PDFArray): readonly string[] {
  return listed.asArray().flatMap((item) => {
    const value = context.lookup(item);
    if (isText(value)) return [value.decodeText()];
    return value instanceof PDFDict ? [fullName(value)] : [];
  });
}

/** The fully qualified name of a field: its ancestors' partial names and its own, joined by periods (ISO 32000-2, 12.7.4.2). */
export function fullName(field: PDFDict): string {
  const parts: string[] = [];
  const met = new Set<PDFDict>();
  for (let dict: PDFObject | undefined = field; dict instanceof PDFDict && !met.has(dict); ) {
    met.add(dict);
    const part = dict.lookup(targetKey);
    if (isText(part)) parts.unshift(part.decodeText());
    dict = dict.lookup(PDFName.Parent);
  }
  return parts.join('.');
}

/** A field name, a field, or an array of them, with the names that the fields have in the output. */
function renamedTargets(target: PDFObject | undefined, dict: PDFDict, names: FieldNames): PDFObject | null {
  const { context } = dict;
  const value = context.lookup(target);
  if (!(value instanceof PDFArray)) return renamedTarget(target, context, names) ?? null;
  return context.obj(value.asArray().map((item) => renamedTarget(item, context, names) ?? item));
}

function renamedTarget(target: PDFObject | undefined, context: PDFContext, names: FieldNames): PDFObject | undefined {
  const value = context.lookup(target);
  if (!isText(value)) return target;
  const name = value.decodeText();
  const renamed = renamedField(name, names);
  return renamed === name ? target : PDFHexString.fromText(renamed);
}

/** The new name of a field: only its root is renamed. */
function renamedField(name: string, { renamed }: Pick<FieldNames, 'renamed'>): string {
  const [root = '', ...rest] = name.split('.');
  // Some roots have periods in their partial names, although that is not allowed.
  const whole = renamed.get(name);
  return whole ?? [renamed.get(root) ?? root, ...rest].join('.');
}

function renamedCalculation(dict: PDFDict, names: FieldNames): readonly EntryChange[] {
  if (names.renamed.size === 0) return [];
  const script = dict.lookup(scriptKey);
  const text = isText(script) ? script.decodeText() : streamText(script);
  if (text === null) return [];
  const changed = renameCalculatedFields(text, (name) => renamedField(name, names));
  return changed === text ? [] : [[scriptKey, PDFHexString.fromText(changed)]];
}

function streamText(script: PDFObject | undefined): string | null {
  if (!(script instanceof PDFRawStream)) return null;
  const bytes = decodeData(script, { maxBytes: maxScriptBytes })?.bytes;
  return bytes === undefined ? null : PDFHexString.of(Buffer.from(bytes).toString('hex')).decodeText();
}

/** The fields of one source, as its own actions and scripts refer to them. */
export interface FieldNames {
  /** Names of root fields that had to change. */
  readonly renamed: ReadonlyMap<string, string>;
  /** The full names of the fields that have a value, as they are in the source. */
  readonly all: readonly string[];
}
