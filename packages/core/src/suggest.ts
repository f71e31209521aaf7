import { editDistance } from './edit-distance.ts';

/** Spelling mistakes beyond this are another word. */
const maxMistakes = 2;
/** No name is longer. */
const maxCharacters = 100;

/** `: did you mean "…"?` for the candidate that is spelt most alike; empty when none is. */
export function suggest(given: string, candidates: readonly string[], prefix = ''): string {
  const word = given.slice(0, maxCharacters);
  const ranked = candidates
    .map((candidate) => ({ candidate, mistakes: editDistance(word.toLowerCase(), candidate) }))
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
