/** The white space printed between the groups of a number, or between a number and its sign: what stands in a character class. */
export const numberSpaces = ' \\u00a0\\u2007\\u2009\\u202f';

/** Maximum characters of a printed number with its signs, currency and unit: the patterns backtrack on longer text. */
export const maxNumberLength = 40;

/** Codes of currencies that are words of headings as well: `TOP 10`, `ALL 4`. */
const words: ReadonlySet<string> = new Set(['ALL', 'CUP', 'TOP']);

/** The ISO 4217 codes of currencies, without metals and units of account. */
const currencyCodes = Intl.supportedValuesOf('currency').filter(
  (code) => /^(?:[^X]|XAF|XCD|XOF|XPF)/.test(code) && !words.has(code),
);

/** Signs of amounts in East Asian accounts, and of changes elsewhere: what stands in a character class. */
const triangles = '△▲▽▼';

/**
 * The source of a regular expression for currencies: signs with or without letters, ISO 4217 codes, and other usual
 * abbreviations.
 */
export const currencyPattern =
  `(?:(?:[A-Z]{1,3} ?)?[$€£¥₹₩₽₺₪₴₦₫₱₵₸₼₾]|${currencyCodes.join('|')}|Rs\\.?|Fr\\.|kr|Kč|Ft|zł|zl|[Ee]uros?|K\\.?D\\.?|B\\.D\\.|KSh|FCFA|TL|RM|[Ll]ei|` +
  '[円元圓원đ]|VNĐ|บาท|руб\\.?|р\\.|грн\\.?|лв\\.?|дин\\.?|ден\\.?|ריאל|ש["״\\u05f3]{1,2}ח|ر[يی]ال|درهم|دينار|جنيه|ليرة|تومان|' +
  // Rands are told from parts and revisions (`R12`) by their cents.
  `R(?=[${numberSpaces}]?\\d[\\d${numberSpaces},.]*[.,]\\d\\d(?!\\d))|` +
  '(?:[دج]\\.? ?[جإكتمع]|ر\\.? ?[سقعي])\\.?)';

/** The source of a pattern for the unit of a price, behind its currency: `€/kg`. */
export const perUnitPattern = '(?: ?/ ?\\p{L}{1,6}[²³]?)';

/** A price of a unit with its currency in front: `$0.12/kWh`. */
export const unitPrice = new RegExp(`^${currencyPattern}[${numberSpaces}]?\\d[\\d.,]*${perUnitPattern}$`, 'u');

/** The source of a pattern for the asterisks that passbooks and cheques print before amounts, lest figures are put there; `*1` is a note. */
export const starPattern = `\\*+(?=\\d{3}|\\d[\\d${numberSpaces}.,'’]*[.,]\\d)`;

/** A currency that is counted in thousandths, such as most dinars: a point before the last three digits is decimal. */
export const thousandths = /(?:K\.?D\.?|B\.D\.|BHD|JOD|KWD|OMR|TND)/;

/** The source of a pattern for the side of an account behind an amount: debit, credit, overdrawn. */
export const sidePattern = '(?:CR|DR|Cr|Dr|cr|dr|DB|OD)';
/** The sides that are a letter: debit, credit, Soll, Haben. */
export const sideLetters = 'CDSH';

/**
 * The source of a pattern for a number with what is printed around its digits: brackets, signs, percent, currency, the
 * unit of a price, the side of an account, marks of notes. `digits` is the pattern of the digits, `note` of a mark right
 * after them that may also be part of a code.
 */
export function printedNumberPattern(digits: string, note?: string): string {
  const space = `[${numberSpaces}]?`;
  const sideLetter = `(?<=[${numberSpaces}]|[.,]\\d\\d)[${sideLetters}]`;
  const sides = ['[-+–−]{1,2}', sidePattern, `\\(${sidePattern}\\)`, sideLetter];
  const after = (note === undefined ? sides : [...sides, note]).join('|');
  return (
    `[([~<>≤≥±+\\-–−‐‑${triangles}]*${space}(?:%|${currencyPattern}|${starPattern}|R[$ ])?${space}[(+\\-–−]*${space}${digits}${space}` +
    `(?:[%‰]|${currencyPattern}${perUnitPattern}?)?${space}[)\\]]?${space}(?:%|${currencyPattern})?${space}(?:${after})?[)\\]*†‡]*`
  );
}
