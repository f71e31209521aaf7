import type { Random } from '@platen/cli/bench';

/** How a country writes sums and dates. */
export interface Notation {
  readonly decimal: '.' | ',';
  readonly group: string;
  /** Groups of two above the thousands, as in India. */
  readonly lakhs?: boolean;
  readonly date: (day: Date) => string;
  /** The date of the statement, where its bookings are dated without a year; `date` by default. */
  readonly fullDate?: (day: Date) => string;
}

const two = (value: number) => String(value).padStart(2, '0');
const short = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

const parts = (day: Date) => ({
  d: two(day.getUTCDate()),
  m: two(day.getUTCMonth() + 1),
  y: String(day.getUTCFullYear()),
  name: short[day.getUTCMonth()] ?? 'Jan',
});

/** Names of months as languages print them in a row of a table, in the letters of WinAnsi. */
export const monthNames = {
  german: [
    'Januar',
    'Februar',
    'März',
    'April',
    'Mai',
    'Juni',
    'Juli',
    'August',
    'September',
    'Oktober',
    'November',
    'Dezember',
  ],
  french: ['janv.', 'févr.', 'mars', 'avril', 'mai', 'juin', 'juil.', 'août', 'sept.', 'oct.', 'nov.', 'déc.'],
  spanish: ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'],
  italian: ['gen', 'feb', 'mar', 'apr', 'mag', 'giu', 'lug', 'ago', 'set', 'ott', 'nov', 'dic'],
  portuguese: ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'],
  dutch: [
    'januari',
    'februari',
    'maart',
    'april',
    'mei',
    'juni',
    'juli',
    'augustus',
    'september',
    'oktober',
    'november',
    'december',
  ],
  polish: ['sty', 'lut', 'mar', 'kwi', 'maj', 'cze', 'lip', 'sie', 'wrz', 'paz', 'lis', 'gru'],
  swedish: ['jan', 'feb', 'mars', 'april', 'maj', 'juni', 'juli', 'aug', 'sept', 'okt', 'nov', 'dec'],
} as const;

/** A day with the month's name in a language: `3. März 2024`, `3 mars 2024`. */
export function namedDay(language: keyof typeof monthNames): (day: Date) => string {
  const point = language === 'german' ? '.' : '';
  return (day) => `${day.getUTCDate()}${point} ${monthNames[language][day.getUTCMonth()]} ${day.getUTCFullYear()}`;
}

export const dateForms = {
  british: (day: Date) => `${day.getUTCDate()} ${parts(day).name} ${parts(day).y}`,
  slashes: (day: Date) => `${parts(day).d}/${parts(day).m}/${parts(day).y}`,
  american: (day: Date) => `${parts(day).m}/${parts(day).d}/${parts(day).y}`,
  dotted: (day: Date) => `${parts(day).d}.${parts(day).m}.${parts(day).y}`,
  iso: (day: Date) => `${parts(day).y}-${parts(day).m}-${parts(day).d}`,
  dashes: (day: Date) => `${parts(day).d}-${parts(day).name}-${parts(day).y}`,
  shortYear: (day: Date) => `${parts(day).d}/${parts(day).m}/${parts(day).y.slice(2)}`,
  shortDotted: (day: Date) => `${parts(day).d}.${parts(day).m}.${parts(day).y.slice(2)}`,
  dayMonth: (day: Date) => `${parts(day).d}/${parts(day).m}`,
  dottedPair: (day: Date) => `${parts(day).d}.${parts(day).m}`,
  dottedDays: (day: Date) => `${parts(day).d}.${parts(day).m}.`,
  monthDay: (day: Date) => `${parts(day).m}/${parts(day).d}`,
  dayName: (day: Date) => `${parts(day).d} ${parts(day).name}`,
  nameDay: (day: Date) => `${parts(day).name} ${day.getUTCDate()}`,
  shortName: (day: Date) => `${parts(day).d} ${parts(day).name} ${parts(day).y.slice(2)}`,
} as const;

/** A sum as it is printed, without a sign. */
export function printSum(cents: number, { decimal, group, lakhs = false }: Notation, decimals = 2): string {
  const scale = 10 ** decimals;
  const whole = Math.floor(Math.abs(cents) / scale);
  const fraction = String(Math.abs(cents) % scale).padStart(decimals, '0');
  const digits = lakhs
    ? String(whole).replace(/(\d)(?=(\d\d)*\d{3}$)/g, `$1${group}`)
    : String(whole).replace(/\B(?=(\d{3})+$)/g, group);
  return decimals === 0 ? digits : `${digits}${decimal}${fraction}`;
}

/** How the sign of an amount is printed. */
export type SignStyle =
  | 'minus'
  | 'dash'
  | 'trailing'
  | 'brackets'
  | 'both-trailing'
  | 'credit-suffix'
  | 'sides'
  | 'tight-sides'
  | 'overdrawn'
  | 'debit-suffix'
  | 'letters'
  | 'tight-letters'
  | 'bracketed-letters'
  | 'credit-mark'
  | 'plus'
  | 'soll-haben'
  | 'none';

export function withSign(text: string, negative: boolean, style: SignStyle): string {
  switch (style) {
    case 'minus':
      return negative ? `-${text}` : text;
    // The letters of WinAnsi have no minus sign, and printers put the dash.
    case 'dash':
      return negative ? `\u2013${text}` : text;
    case 'trailing':
      return negative ? `${text}-` : text;
    case 'both-trailing':
      return `${text} ${negative ? '-' : '+'}`;
    case 'brackets':
      return negative ? `(${text})` : text;
    case 'credit-suffix':
      return negative ? `${text} CR` : text;
    case 'sides':
      return `${text} ${negative ? 'Cr' : 'Dr'}`;
    case 'tight-sides':
      return `${text}${negative ? 'CR' : 'DR'}`;
    case 'letters':
      return `${text} ${negative ? 'D' : 'C'}`;
    case 'tight-letters':
      return `${text}${negative ? 'D' : 'C'}`;
    case 'bracketed-letters':
      return `${text}(${negative ? 'Dr' : 'Cr'})`;
    case 'credit-mark':
      return negative ? text : `${text}Cr`;
    case 'soll-haben':
      return `${text} ${negative ? 'S' : 'H'}`;
    case 'plus':
      return `${negative ? '-' : '+'}${text}`;
    case 'overdrawn':
      return negative ? `${text} OD` : text;
    case 'debit-suffix':
      return negative ? `${text} DR` : text;
    case 'none':
      return text;
  }
}

/** A sum of everyday size in cents: most small, a few large. */
export function everydaySum(random: Random): number {
  const most = random.pick([9_999, 9_999, 29_999, 99_999, 499_999]);
  return random.integer(105, most);
}
