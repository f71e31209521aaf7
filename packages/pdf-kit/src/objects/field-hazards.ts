import { limitExceeded, structureLimits } from '@platen/core';
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRawStream } from 'pdf-lib';
import { decodedBytes } from './decoded-bytes.ts';
import type { OpenedPdf } from './open-pdf.ts';
import { anyEntry, arrayEntry, dictEntry, isText, nameEntry, numberEntry, pdfArrayEntry } from './typed-entries.ts';

/** The depth to which PDFium follows the kids of form fields. */
const maxFieldDepth = 32;
const { maxChoicePairs, maxFieldOptions, maxFieldVisits, maxFieldsOfOneName } = structureLimits;

/**
 * Counts the form fields of a document as PDFium visits them, on every path, and what it lays out for them: a few fields that
 * list each other as kids twice are visited a billion times. Widgets that no field leads to are fields of their own.
 * Rejects with `structure_limit`.
 */
export function checkFields({ context, catalog, pages, sizeBytes, fileName }: OpenedPdf): void {
  const form = dictEntry(catalog, 'AcroForm');
  const check: Check = (limit, actual, message) => {
    // Text in fields is part of the file: a large one may have more.
    const allowed = structureLimits[limit] + (limit === 'maxFieldCharacters' ? sizeBytes : 0);
    if (actual > allowed) throw limitExceeded('structure_limit', message, { limit, allowed, actual, fileName });
  };
  const counter = createFieldCounter((object) => context.lookup(object), check);
  counter.count(form === null ? [] : arrayEntry(form, 'Fields'));
  const annotations = pages.flatMap(({ dict }) => arrayEntry(dict, 'Annots'));
  counter.count(annotations.filter((item) => counter.isNewWidget(context.lookup(item))));
}

type Check = (limit: keyof typeof structureLimits, actual: number, message: string) => void;

function createFieldCounter(lookup: (object: PDFObject) => PDFObject | undefined, check: Check) {
  const known = new Set<PDFObject>();
  let met = 0;
  let pairs = 0;
  let options = 0;
  let choices = 0;
  let characters = 0;
  const countLevel = (level: readonly PendingField[]): readonly PendingField[] => {
    const below: PendingField[] = [];
    const named = new Map<string, number>();
    const siblings = new Map<string, number>();
    for (const { field, inherited } of level) {
      const dict = lookup(field);
      const kids = dict instanceof PDFDict ? arrayEntry(dict, 'Kids') : [];
      const own = dict instanceof PDFDict ? shownBy(dict, inherited) : inherited;
      if (dict !== undefined) known.add(dict);
      for (const kid of kids) below.push({ field: kid, inherited: own });
      options += own.options;
      check('maxFieldOptions', options, `The choice fields of the file have more than ${maxFieldOptions} options`);
      choices += own.options * own.chosen;
      check('maxChoicePairs', choices, `Choices and options of the file make more than ${maxChoicePairs} pairs`);
      if (kids.length === 0) characters += Math.max(own.characters, (own.flags & combFlag) === 0 ? 0 : own.cells);
      check('maxFieldCharacters', characters, 'The form fields of the file show too much text');
      const parent = entryText(dict, 'Parent');
      const alike = countUp(named, `${parent} ${entryText(dict, 'T')}`);
      check('maxFieldsOfOneName', alike, `More than ${maxFieldsOfOneName} form fields of the file have the same name`);
      pairs += countUp(siblings, parent) - 1;
      check('maxFieldPairs', pairs, 'The file has more form fields than can be drawn');
      met += 1;
      check('maxFieldVisits', met + below.length, `The form of the file expands to more than ${maxFieldVisits} fields`);
    }
    return below;
  };
  return {
    isNewWidget: (annotation: PDFObject | undefined) =>
      annotation instanceof PDFDict && nameEntry(annotation, 'Subtype') === 'Widget' && !known.has(annotation),
    count(fields: readonly PDFObject[]): void {
      let level: readonly PendingField[] = fields.map((field) => ({ field, inherited: none }));
      for (let depth = 0; depth < maxFieldDepth && level.length > 0; depth++) level = countLevel(level);
    },
  };
}

interface PendingField {
  readonly field: PDFObject;
  /** Of the field above it. */
  readonly inherited: Shown;
}

/** What PDFium lays out for each widget of a field. */
interface Shown {
  readonly options: number;
  /** The values that are chosen of them. */
  readonly chosen: number;
  /** The characters of the value. */
  readonly characters: number;
  /** The characters that it may have, each in a cell of its own if the field is a comb. */
  readonly cells: number;
  readonly flags: number;
}

const none: Shown = { options: 0, chosen: 0, characters: 0, cells: 0, flags: 0 };
/** The flag of a text field that has a cell for each character (ISO 32000-2, table 231). */
const combFlag = 1 << 24;

function shownBy(field: PDFDict, inherited: Shown): Shown {
  const value = anyEntry(field, 'V');
  const ofStream = value instanceof PDFRawStream ? decodedBytes(value) : inherited.characters;
  return {
    options: pdfArrayEntry(field, 'Opt')?.size() ?? inherited.options,
    chosen: value instanceof PDFArray ? value.size() : value === null ? inherited.chosen : 1,
    characters: isText(value) ? value.sizeInBytes() : ofStream,
    cells: numberEntry(field, 'MaxLen') ?? inherited.cells,
    flags: numberEntry(field, 'Ff') ?? inherited.flags,
  };
}

/** An entry as text to compare by. Widgets without a name thus count as fields of one name below their parent. */
function entryText(field: PDFObject | undefined, key: string): string {
  return field instanceof PDFDict ? String(field.get(PDFName.of(key))) : '';
}

function countUp(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}
