import { currencyPattern } from '../../values/number-patterns.ts';
import { plainDigits } from '../../values/plain-digits.ts';
import { fullDatesIn } from '../../values/short-dates.ts';

/** Brackets, quotes and punctuation around a value in a sentence. */
const around = /^[("'„“‚‘«[]+|[()"'“”’»\].,;:!?*†‡]+$/gu;

/** What is between words: scripts without spaces, and the sign of `N=198,091`, part values from the text around them too. */
const between =
  /(?:\s|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]|[\u3000-\u303f\uff01-\uff0f\uff1a-\uff5e]|(?<=\p{L})=|(?<=#|№)(?=\d))+/u;

/** The number behind such a word is the name of a part of the document. */
const partName =
  /^[("]?(?:tables?|fig(?:ures?|s)?|sections?|chapters?|tab(?:elle|ellen|leau)?|abb(?:ildung)?|kapitel|abschnitt|figura|tabla|tabella|§§?)\.?$/iu;

/** Figures behind such a word or sign are an identifier, if they are too few to be one by themselves. */
const numberSign = /(?:^|\P{L})(?:nos?|nr|num|number|n[uú]mero|num[eé]ro|nummer|numer|box|postfach|n[°º]|№|#)[.:]*$/iu;
const fewFigures = /^\d{3,4}$/;

/** Figures with cents, or with their thousands apart. */
const exact =
  /^[^\p{L}\d]*(?:\d{1,3}(?:[.,'’]\d{2,3})*[.,']\d{3}|\d[\d.,'’]*[.,]\d\d)[^\p{L}\d]{0,2}(?:CR|DR|[CDSH])?$/iu;
const withCurrency = new RegExp(
  `^[-+−–(△▲▼]*(?:${currencyPattern}[-+−–(]*\\d[\\d.,'’]*|\\d[\\d.,'’]*${currencyPattern})[^\\p{L}\\d]*$`,
  'u',
);
/** The unit of small change behind an amount, as tariffs print it. */
const cents = '(?:cts?|cents?|Cents?|centimes?|[Rr]p|Rappen)(?![\\p{L}])';
/**
 * Values of several words: amounts with spaces between their thousands, or with their currency apart, and numbers that are
 * printed in groups, of telephones (`+49 (0)89 12 34 56`, `21 720 77 07`), registers (`397 480 930`) and accounts
 * (`DE89 3704 0044 0532 0130 00`). A count begins with no zero.
 */
const grouped = new RegExp(
  `(?<![\\p{L}\\d.,'’:/-])(?:${[
    '\\p{Lu}{2}\\d{2}(?: [\\p{Lu}\\d]{4}){2,7}(?: [\\p{Lu}\\d]{1,3})?',
    '(?=[(+]?(?:[ ./()-]{0,3}\\d){7})(?:\\+\\d{1,3}|\\(?0\\d{1,4}\\)?)(?:(?: ?[-/] ?|[ .])?\\(?\\d{1,8}\\)?){1,7}',
    '\\(\\d{3}\\) ?\\d{3}[- .]\\d{4}',
    '[1-9]\\d{0,2}(?:[\\u00a0\\u202f ]\\d{3}){1,5}(?:[.,]\\d\\d?)?',
    '(?=(?: ?\\d){7})\\d{2,4}(?: \\d{2,4}){0,5} 0\\d{1,3}(?: \\d{2,4}){0,5}',
    // The end of a number of an account or card, the rest of which is hidden.
    '[•·∙*xX]{2,}[ -]?\\d{3,4}',
    `\\d[\\d.,'’]* (?:${cents}|${currencyPattern}(?!\\p{L}))`,
    `${currencyPattern} \\d[\\d.,'’]*`,
  ].join('|')})(?![\\p{L}\\d]|[.,-]\\d| \\d)`,
  'gu',
);
/**
 * Figures without spaces; letters and signs between them are part of a code. Behind a few letters four figures are one:
 * `RE1001`. Two years and a sign between them are a range.
 */
const numbered = /^(?=(?:\D*\d){6}|\p{Lu}{2,4}[-/]?\d{4})[\p{Lu}\d]+(?:[-/.:#][\p{Lu}\d]+)*$/u;
/** A whole number of five figures is a postcode or another identifier beside words; alone it counts or labels an axis. */
const fiveFigures = /^\d{5}$/;
/** The number of a section of three levels and more. */
const sectionNumber = /^\d{1,2}(?:\.\d{1,2}){2,}$/;
const rangeOfFew = /^(?:\d{1,4}[-–/](?!0)\d{1,4}|(?:19|20)\d\d[-–/]\d\d)$/;

/**
 * The amounts, dates and identifiers in a text, as printed: what a reader of accounts looks up, telephone numbers and
 * postcodes among them. A whole number without thousands, a share, a year and a number of two parts such as `3.4` count
 * things or places, and are none.
 */
export function valuesIn(text: string): readonly string[] {
  if (!/\p{Nd}/u.test(text)) return [];
  const plain = plainDigits(text);
  const dates = fullDatesIn(plain);
  const rest = dates.reduce((left, date) => left.replace(date, ' '), plain);
  const spaced = (rest.match(grouped) ?? []).map((value) => value.replace(/[.,]$/u, ''));
  const isWorded = /\p{L}{2}/u.test(rest);
  const words = rest.replace(grouped, ' ').split(between);
  const values = words.flatMap((printed, index) => {
    const before = words[index - 1] ?? '';
    if (partName.test(before)) return [];
    return withoutRange(printed.replace(around, '')).filter(
      (value) =>
        isValueWord(value) ||
        (isWorded && fiveFigures.test(value)) ||
        (fewFigures.test(value) && numberSign.test(before)),
    );
  });
  return [...dates, ...spaced, ...values];
}

/** The two ends of a range of amounts: `$25,200–25,500`. */
function withoutRange(word: string): readonly string[] {
  const ends = word.split(/(?<=\d)[-–—](?=\P{L}{0,3}\d)/u);
  return ends.length === 2 && ends.every((end) => exact.test(end)) ? ends : [word];
}

function isValueWord(word: string): boolean {
  if (!/\d/.test(word) || sectionNumber.test(word)) return false;
  if (exact.test(word) || withCurrency.test(word)) return true;
  return numbered.test(word) && !isRange(word);
}

/** Whether a word is two numbers of few figures that may be a range; of four figures each it does not fall. */
function isRange(word: string): boolean {
  const [, first = '', second = ''] = /^(\d{4})\/(\d{4})$/.exec(word) ?? [];
  return rangeOfFew.test(word) && first <= second;
}
