import { recognition } from './thresholds.ts';

/** A character that was read, with the share of the line's length at which it begins and ends, as far as the model tells. */
export interface ReadCharacter {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** 0–1. */
  readonly confidence: number;
}

/** The characters by the classes of the model; null where a class is not taken. The first class is the blank of CTC. */
export type Alphabet = readonly (string | null)[];

/** Characters of a full-width form, which are the same as those of ASCII. */
const fullWidth = /[\uff01-\uff5e]/;
const notEastAsian = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]+$/u;
const eastAsianSigns = /[\u3000-\u303f\u3200-\u33ff\uff5f-\uffef]/;

/**
 * The alphabet of a recognition model from the list in its metadata, a character a line, behind which it has a blank. Without
 * East Asian languages, characters of theirs are not taken: a smudge is no ideograph then.
 */
export function alphabetOf(list: string, eastAsian: boolean): Alphabet {
  const characters = [...list.split('\n'), ' '];
  const taken = (character: string): string | null => {
    if (eastAsian) return character;
    if (fullWidth.test(character)) return character.normalize('NFKC');
    return notEastAsian.test(character) && !eastAsianSigns.test(character) ? character : null;
  };
  return ['', ...characters.map(taken)];
}

/**
 * The characters of a line from the probabilities of each class at each of `steps` places along it: greedy decoding of CTC
 * (Graves et al. 2006). Repetitions without a blank between them are one character, with the confidence of the surest. The model
 * leaves out many spaces between words: one that it thinks likely enough where it sees no character is read, but not in a number.
 */
export function decodeCtc(probabilities: Float32Array, steps: number, alphabet: Alphabet): readonly ReadCharacter[] {
  const classes = probabilities.length / steps;
  const taken = Uint32Array.from(alphabet.flatMap((character, index) => (character === null ? [] : [index])));
  const space = alphabet.lastIndexOf(' ');
  const characters: ReadCharacter[] = [];
  let last = 0;
  for (let step = 0; step < steps; step += 1) {
    const probabilityOf = (index: number) => probabilities[step * classes + index] ?? 0;
    let best = 0;
    for (const index of taken) if (probabilityOf(index) > probabilityOf(best)) best = index;
    if (best === 0 && probabilityOf(space) >= recognition.minSpace) best = space;
    const read = { text: alphabet[best] ?? '', from: step / steps, to: (step + 1) / steps };
    const before = characters.at(-1);
    if (best !== 0 && best === last && before !== undefined) {
      const confidence = Math.max(before.confidence, probabilityOf(best));
      characters[characters.length - 1] = { ...before, to: read.to, confidence };
    } else if (best !== 0) {
      characters.push({ ...read, confidence: probabilityOf(best) });
    }
    last = best;
  }
  return characters.filter((_, index) => !isDoubtfulSpaceInNumber(characters, index));
}

function isDoubtfulSpaceInNumber(characters: readonly ReadCharacter[], index: number): boolean {
  const [before, at, next] = [characters[index - 1], characters[index], characters[index + 1]];
  if (at?.text !== ' ' || at.confidence >= recognition.sureSpace) return false;
  return /[\d.,]/.test(before?.text ?? '') && /\d/.test(next?.text ?? '');
}
