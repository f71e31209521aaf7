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

/** Longer searches would take more time than the answer is worth: pieces beyond are not looked through. */
const maxPieces = 5_000;

function createPieces(words: readonly string[]) {
  const pieces = words.slice(0, maxPieces);
  const remove = (piece: string) => {
    const index = pieces.indexOf(piece);
    if (index >= 0) pieces.splice(index, 1);
    return index >= 0;
  };
  return {
    /** Takes the word out of a longer piece, whose ends stay. */
    takeFrom(word: string): boolean {
      const piece = pieces.find((candidate) => candidate.includes(word));
      if (piece === undefined || !remove(piece)) return false;
      const start = piece.indexOf(word);
      pieces.push(...[piece.slice(0, start), piece.slice(start + word.length)].filter((end) => end !== ''));
      return true;
    },
    /** Puts the word together from whole pieces. */
    compose(word: string): boolean {
      const used: string[] = [];
      for (let rest = word; rest !== ''; ) {
        const piece = pieces
          .filter((candidate) => rest.startsWith(candidate))
          .reduce((best, candidate) => (candidate.length > best.length ? candidate : best), '');
        if (piece === '') {
          pieces.push(...used);
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
