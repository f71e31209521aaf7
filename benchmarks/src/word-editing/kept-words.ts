import type { Docx } from './read-docx.ts';
import { wordsOf } from './words-of.ts';

export interface KeptWords {
  readonly total: number;
  /** What is neither in the text nor in alternative texts. */
  readonly lost: readonly string[];
  /** What only alternative texts of pictures have. */
  readonly pictured: readonly string[];
}

/** Compares the words of the text layer of a file, page by page, with those of the document made from it. */
export function keptWords(pages: readonly (readonly string[])[], docx: Docx): KeptWords {
  const source = pages.flat();
  const text = [...docx.paragraphs.map((paragraph) => paragraph.text), docx.notesText].flatMap(wordsOf);
  // Each page shows the running lines.
  const running = wordsOf(docx.runningText).flatMap((word) => pages.map(() => word));
  const labels = docx.labels.flatMap((label) => wordsOf(label.replaceAll(/%\d/g, '1')));
  const counters = {
    labels: Math.max(labels.length, docx.labels.length) + 2 * docx.noteCount,
    numbers: docx.hasPageField ? pages.length : 0,
    lines: docx.numbersLines,
  };
  const notText = missing(source, [...text, ...running], counters);
  const lost = missing(source, [...text, ...running, ...wordsOf(docx.alternativeText)], counters);
  const pictured = [...notText];
  for (const word of lost) pictured.splice(pictured.indexOf(word), 1);
  return { total: source.length, lost, pictured };
}

/** The words of a page that a second reader finds as well, in whatever pieces. */
export function agreedWords(first: string, second: string): readonly string[] {
  const words = wordsOf(first);
  const lacking = missing(words, wordsOf(second), { labels: 0, numbers: 0, lines: false });
  const agreed = [...words];
  for (const word of lacking) agreed.splice(agreed.indexOf(word), 1);
  return agreed;
}

/** Longer searches would take more time than the answer is worth. */
const maxCopies = 50;
const maxPieces = 2_000;

interface Counters {
  readonly labels: number;
  readonly numbers: number;
  readonly lines: boolean;
}

function missing(source: readonly string[], written: readonly string[], counters: Counters): string[] {
  const left = new Map<string, number>();
  for (const word of written) left.set(word, (left.get(word) ?? 0) + 1);
  const absent = source.filter((word) => {
    const count = left.get(word) ?? 0;
    if (count > 0) left.set(word, count - 1);
    return count === 0;
  });
  // Words may be joined or cut in other places: what is left over is looked through as letters.
  let spare = [...left]
    .flatMap(([word, count]) => Array.from({ length: Math.min(count, maxCopies) }, () => word))
    .slice(0, maxPieces);
  let { labels, numbers } = counters;
  return absent
    .sort((first, second) => second.length - first.length)
    .filter((word) => {
      const within = spare.findIndex((piece) => piece.includes(word));
      if (within >= 0) {
        const [piece = ''] = spare.splice(within, 1);
        spare.push(...piece.split(word, 2).filter((end) => end !== ''));
        return false;
      }
      const whole = spare.findIndex((piece) => withoutPartsOfLigatures(piece).includes(word));
      if (whole >= 0) {
        spare.splice(whole, 1);
        return false;
      }
      const rest = composed(word, spare);
      if (rest !== null) {
        spare = rest;
        return false;
      }
      if (labels > 0 && /^(?:\d{1,3}|\p{L}|[ivxlc]{2,6})$/u.test(word)) {
        labels -= 1;
        return false;
      }
      if (numbers > 0 && /^\d{1,5}$/.test(word)) {
        numbers -= 1;
        return false;
      }
      return !(counters.lines && /^\d{1,3}$/.test(word));
    });
}

const ligatures = /ffi|ffl|ff|fi|fl|ft/g;

/** How a reader that knows one letter of each ligature of a font reads a word: `oice` for `office`. */
function withoutPartsOfLigatures(word: string): readonly string[] {
  const found = [...word.matchAll(ligatures)];
  const read = (one: (ligature: string) => string) => word.replaceAll(ligatures, one);
  return found.length === 0 ? [] : [read((ligature) => ligature.charAt(0)), read((ligature) => ligature.slice(-1))];
}

/** The pieces that are left when a word is put together from whole ones; null where it cannot be. */
function composed(word: string, pieces: readonly string[]): string[] | null {
  const left = [...pieces];
  for (let rest = word; rest !== ''; ) {
    let best = -1;
    left.forEach((piece, index) => {
      if (rest.startsWith(piece) && piece.length > (left[best]?.length ?? 0)) best = index;
    });
    const [piece] = best < 0 ? [] : left.splice(best, 1);
    if (piece === undefined) return null;
    rest = rest.slice(piece.length);
  }
  return left;
}
