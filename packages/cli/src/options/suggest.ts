/** Spelling mistakes beyond this are another word. */
const maxMistakes = 2;

/** `: did you mean "…"?` for the candidate that is spelt most alike; empty when none is. */
export function suggest(word: string, candidates: readonly string[], prefix = ''): string {
  const ranked = candidates
    .map((candidate) => ({ candidate, mistakes: distanceBetween(word.toLowerCase(), candidate) }))
    .filter(
      ({ candidate, mistakes }) => mistakes <= Math.min(maxMistakes, candidate.length - 1) || isPart(word, candidate),
    )
    .sort((one, other) => one.mistakes - other.mistakes);
  const [best] = ranked;
  return best === undefined ? '' : `: did you mean "${prefix}${best.candidate}"?`;
}

/** `--port-number` for `port`, `--key` for `keys`. */
function isPart(word: string, candidate: string): boolean {
  return word.length > 2 && (candidate.startsWith(word) || word.startsWith(`${candidate}-`));
}

/** Levenshtein's distance: letters to insert, remove or replace. */
function distanceBetween(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1];
    for (const [column, otherLetter] of [...other].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === otherLetter ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
