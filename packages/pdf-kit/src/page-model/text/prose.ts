import { boxWidth } from '../box.ts';
import type { Box } from '../types.ts';

/** A piece of a line that may be part of a sentence. */
export interface TextPiece {
  readonly text: string;
  readonly words: readonly unknown[];
  readonly box: Box;
  readonly sizePt: number;
}

/** Labels and headings of columns have fewer words, or are narrower, in em. */
const minWords = 5;
const narrowestEm = 12;
/** Share of lower-case letters among the characters. Names, codes and amounts have fewer. */
const leastLowerCase = 0.5;

/** Whether a piece of a line reads as part of a sentence rather than as a label, a heading or values. */
export function isSentencePart({ text, words, box, sizePt }: TextPiece): boolean {
  const lowerCase = text.replace(/[^\p{Ll}\p{Lo}\p{M}]/gu, '').length;
  return words.length >= minWords && boxWidth(box) > narrowestEm * sizePt && lowerCase > leastLowerCase * text.length;
}

/** Whether a line stops inside a sentence that the next one continues: neither ends nor begins one. */
export function continuesSentence(line: string, next: string): boolean {
  return /[\p{L},;]$/u.test(line) && /^\p{Ll}/u.test(next);
}

/** Articles, prepositions and conjunctions of European languages: no sentence ends with one. */
const leadingWords = new Set(
  [
    'a an the and or of to in on at by for from with into as than that which its their your',
    'der die das den dem des ein eine einen einem einer und oder von vom zu zum zur mit für im am als dass bei durch',
    'le la les un une des du de et ou à au aux dans par pour sur avec que qui',
    'el los las una y o del al en con por para sin sobre',
    'os as um uma e da do dos das na no nas nos com em ao à às',
    'il lo gli i di della dei delle nel nella con per tra che',
    'het een van en op met voor door naar bij te',
    'ett och av till som den det att med på om og af til der',
    'w we z ze na i o od po za przez dla przy oraz lub którzy',
    'v k u ve ke nebo při pro podle',
    'в во на с со и к ко о об от по за из для при или что как не',
    'ο η το του της των τον την τους τις στο στη στην στον και με για από σε που',
    've ile için bir',
  ].flatMap((words) => words.split(' ')),
);

/** Whether a line stops before what its last word leads to: `according to the`. */
export function stopsInsidePhrase(line: string): boolean {
  const last = /(?:^|\s)(\p{L}+)$/u.exec(line)?.[1] ?? '';
  return leadingWords.has(last.toLowerCase()) && (last.length > 1 || last === last.toLowerCase());
}
