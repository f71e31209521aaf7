import type { ListDefinition, ListLevel } from '@platen/flow-document';

/** The label of an item of a list. */
export interface ItemLabel {
  /** Markdown counts itself only in figures, with a full stop or a bracket: the number and that mark. */
  readonly counted: { readonly number: number; readonly mark: '.' | ')' } | null;
  /** The label as the document has it; null for a bullet. */
  readonly text: string | null;
}

/** Counts the items of lists as a word processor does: deeper levels begin anew below each item. */
export function createListLabels(lists: readonly ListDefinition[]): (listId: string, level: number) => ItemLabel {
  const levelsOf = new Map(lists.map(({ id, levels }) => [id, levels]));
  const countersOf = new Map<string, number[]>();
  return (listId, level) => {
    const levels = levelsOf.get(listId) ?? [];
    const counters = countersOf.get(listId) ?? [];
    countersOf.set(listId, counters);
    const at = (index: number) => counters[index] ?? levels[index]?.start ?? 1;
    counters[level] = counters[level] === undefined ? (levels[level]?.start ?? 1) : counters[level] + 1;
    counters.length = level + 1;
    const own = levels[level];
    if (own === undefined || own.format === 'bullet') return { counted: null, text: null };
    const text = own.label.replaceAll(/%(\d)/g, (_, digit: string) => {
      const index = Number(digit) - 1;
      return numeral(at(index), levels[index]?.format ?? 'decimal');
    });
    const mark = own.format === 'decimal' ? /^%\d([.)])$/.exec(own.label)?.[1] : undefined;
    return { text, counted: mark === '.' || mark === ')' ? { number: at(level), mark } : null };
  };
}

function numeral(value: number, format: ListLevel['format']): string {
  switch (format) {
    case 'lower-letter':
      return letters(value);
    case 'upper-letter':
      return letters(value).toUpperCase();
    case 'lower-roman':
      return roman(value);
    case 'upper-roman':
      return roman(value).toUpperCase();
    case 'chinese':
      return chinese(value);
    case 'circled':
      return value >= 1 && value <= 20 ? String.fromCodePoint(0x245f + value) : String(value);
    default:
      return String(value);
  }
}

/** a, b, …, z, aa, bb: as word processors count. */
function letters(value: number): string {
  return String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.floor((value - 1) / 26) + 1);
}

const romanSteps = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const;

function roman(value: number): string {
  let [rest, text] = [value, ''];
  for (const [step, letter] of romanSteps) {
    for (; rest >= step; rest -= step) text += letter;
  }
  return text;
}

/** 一, 二, …, 十, 十一, …, 九十九; figures beyond. */
function chinese(value: number): string {
  const digits = ['', ...'一二三四五六七八九'];
  if (value < 1 || value > 99) return String(value);
  const [tens, ones] = [Math.floor(value / 10), value % 10];
  return `${tens > 1 ? digits[tens] : ''}${tens > 0 ? '十' : ''}${digits[ones]}`;
}
