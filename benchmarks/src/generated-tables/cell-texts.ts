import type { Random } from '@platen/cli/bench';

const words: readonly [string, ...string[]] = [
  ...(['agriculture', 'assets', 'average', 'balance', 'capacity', 'capital', 'change', 'children', 'costs'] as const),
  ...(['coverage', 'debt', 'delivery', 'demand', 'education', 'employees', 'energy', 'equipment', 'exports'] as const),
  ...(['families', 'female', 'fishing', 'fuel', 'goods', 'growth', 'health', 'hospitals', 'hours', 'housing'] as const),
  ...([
    'imports',
    'income',
    'index',
    'industry',
    'interest',
    'labour',
    'land',
    'liabilities',
    'male',
    'market',
  ] as const),
  ...([
    'materials',
    'members',
    'mining',
    'net',
    'other',
    'output',
    'population',
    'price',
    'private',
    'profit',
  ] as const),
  ...(['public', 'rate', 'region', 'rent', 'research', 'revenue', 'rural', 'sales', 'schools', 'services'] as const),
  ...(['share', 'staff', 'stock', 'supply', 'tax', 'trade', 'transport', 'urban', 'value', 'volume', 'water'] as const),
];
const links: readonly [string, ...string[]] = ['of', 'and', 'in', 'for', 'by', 'per', 'with'];
const months: readonly [string, ...string[]] = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct'];

/** What stands in a column. */
export type ColumnKind = 'label' | 'word' | 'note' | 'code' | 'date' | 'integer' | 'decimal' | 'percent' | 'money';

/** How a document writes its numbers and dates. */
export interface Locale {
  readonly group: ',' | '.' | ' ' | "'" | '';
  readonly decimal: '.' | ',';
  readonly currency: string;
  readonly date: 'iso' | 'dotted' | 'words' | 'slashes';
  readonly negative: 'sign' | 'parentheses';
}

export function randomLocale(random: Random): Locale {
  const english = random.chance(0.6);
  return {
    group: english ? ',' : random.pick(['.', ' ', "'", '']),
    decimal: english ? '.' : ',',
    currency: english ? random.pick(['$', '£']) : '€',
    date: random.pick(['iso', 'dotted', 'words', 'slashes']),
    negative: random.pick(['sign', 'parentheses']),
  };
}

export function isNumeric(kind: ColumnKind): boolean {
  return kind === 'integer' || kind === 'decimal' || kind === 'percent' || kind === 'money';
}

/** A few words, the first with a capital, or each in a document that writes its titles so. */
export function phrase(random: Random, fewest: number, most: number, titleCase = false): string {
  const count = random.integer(fewest, most);
  const parts = Array.from({ length: count }, (_, index) => {
    const linked = index > 0 && index < count - 1 && random.chance(0.3);
    const word = random.pick(linked ? links : words);
    return index === 0 || (titleCase && !linked) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
  });
  return parts.join(' ');
}

export function sentence(random: Random): string {
  return `${phrase(random, 8, 18)}.`;
}

/** A text for a cell of the body. */
export function cellText(random: Random, kind: ColumnKind, locale: Locale, titleCase: boolean): string {
  if (kind === 'label') return phrase(random, 1, 5, titleCase);
  if (kind === 'word') return phrase(random, 1, 2, titleCase);
  if (kind === 'note') return phrase(random, 3, 14);
  if (kind === 'code') return `${random.pick(['A', 'BX', 'K', 'ZR'])}-${random.integer(100, 9999)}`;
  if (kind === 'date') return dateText(random, locale);
  return numberText(random, kind, locale);
}

function dateText(random: Random, { date }: Locale): string {
  const day = String(random.integer(10, 28));
  const month = random.integer(1, 9);
  const year = random.integer(1990, 2026);
  if (date === 'iso') return `${year}-0${month}-${day}`;
  if (date === 'dotted') return `${day}.0${month}.${year}`;
  if (date === 'slashes') return `0${month}/${day}/${year}`;
  return `${day} ${random.pick(months)} ${year}`;
}

function numberText(random: Random, kind: ColumnKind, { group, decimal, negative }: Locale): string {
  const size = 10 ** random.integer(1, kind === 'percent' ? 2 : 6);
  const whole = String(random.integer(0, size)).replace(/\B(?=(?:\d{3})+$)/g, group);
  const plain = kind === 'integer' || kind === 'money' ? whole : `${whole}${decimal}${random.integer(0, 9)}`;
  const marked = kind === 'percent' ? `${plain}%` : plain;
  if (!random.chance(0.08)) return marked;
  return negative === 'sign' ? `-${marked}` : `(${marked})`;
}
