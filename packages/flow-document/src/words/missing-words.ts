/**
 * The words of one text that another lacks, each as often as it is missing. A word counts as kept where its letters are
 * there in other pieces: a word broken at the end of a line is whole again, and what was close together may be apart.
 * `labels` are how many numbers or letters of lists the word processor counts by itself.
 */
export function missingWords(
  source: ReadonlyMap<string, number>,
  written: ReadonlyMap<string, number>,
  labels: number,
): readonly string[] {
  const missing = surplus(source, written);
  if (missing.length === 0) return [];
  const spare = createPieces(surplus(written, source));
  let labelsLeft = labels;
  // Long words first: what is left of the pieces they are found in serves the short ones.
  return missing
    .sort((first, second) => second.length - first.length)
    .filter((word) => {
      if (spare.takeFrom(word) || spare.compose(word)) return false;
      if (labelsLeft > 0 && labelPattern.test(word)) {
        labelsLeft -= 1;
        return false;
      }
      return true;
    });
}

/** A number, also one in a circle, a letter or a roman numeral. */
const labelPattern = /^(?:\d{1,3}|[\p{L}\p{N}]|[ivxlc]{2,6})$/u;

function surplus(all: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>): string[] {
  return [...all].flatMap(([word, count]) =>
    Array.from({ length: Math.max(0, count - (others.get(word) ?? 0)) }, () => word),
  );
}

/** So many pieces of letters, and so many letters of them, are looked through for words: a page has a tenth. */
const [maxPieces, maxLetters] = [5_000, 50_000];

/** Words that share this many letters in a row with no piece are in none. */
const gramLetters = 4;

/** Pieces of words, each of which serves one word. None gets longer, so that what was in none of them stays so. */
function createPieces(words: readonly string[]) {
  const counts = new Map<string, number>();
  const grams = new Set<string>();
  const absent = new Set<string>();
  const lengths = new Set<number>();
  const add = (piece: string) => {
    if (piece === '') return;
    counts.set(piece, (counts.get(piece) ?? 0) + 1);
    lengths.add(piece.length);
  };
  const remove = (piece: string) => {
    const left = (counts.get(piece) ?? 0) - 1;
    if (left > 0) counts.set(piece, left);
    else counts.delete(piece);
  };
  let letters = 0;
  for (const word of words.slice(0, maxPieces)) {
    letters += word.length;
    if (letters > maxLetters) break;
    add(word);
    for (let size = 1; size <= gramLetters; size += 1) for (const gram of gramsOf(word, size)) grams.add(gram);
  }
  return {
    /** Takes the word out of a longer piece, whose ends stay. */
    takeFrom(word: string): boolean {
      if (absent.has(word) || gramsOf(word, gramLetters).some((gram) => !grams.has(gram))) return false;
      for (const piece of counts.keys()) {
        const start = piece.indexOf(word);
        if (start < 0) continue;
        remove(piece);
        add(piece.slice(0, start));
        add(piece.slice(start + word.length));
        return true;
      }
      absent.add(word);
      return false;
    },
    /** Puts the word together from whole pieces, the longest that it begins with first. */
    compose(word: string): boolean {
      const used: string[] = [];
      for (let rest = word; rest !== ''; ) {
        const starts = [...lengths].flatMap((length) => (length <= rest.length ? [rest.slice(0, length)] : []));
        const piece = starts
          .filter((start) => counts.has(start))
          .reduce((best, start) => (start.length > best.length ? start : best), '');
        if (piece === '') {
          for (const unused of used) add(unused);
          return false;
        }
        remove(piece);
        used.push(piece);
        rest = rest.slice(piece.length);
      }
      return true;
    },
  };
}

/** The runs of so many letters of a word, or the whole of a shorter one. */
function gramsOf(word: string, size: number): readonly string[] {
  const length = Math.min(size, word.length);
  return Array.from({ length: word.length - length + 1 }, (_, start) => word.slice(start, start + length));
}
