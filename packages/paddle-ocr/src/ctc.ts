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
 * (Graves et al. 2006). Repetitions without a blank between them are one character, with the confidence of the surest.
 */
export function decodeCtc(probabilities: Float32Array, steps: number, alphabet: Alphabet): readonly ReadCharacter[] {
  const classes = probabilities.length / steps;
  const taken = Uint32Array.from(alphabet.flatMap((character, index) => (character === null ? [] : [index])));
  const characters: ReadCharacter[] = [];
  let last = 0;
  for (let step = 0; step < steps; step += 1) {
    let best = 0;
    let most = -1;
    for (const index of taken) {
      const probability = probabilities[step * classes + index] ?? 0;
      if (probability <= most) continue;
      most = probability;
      best = index;
    }
    const text = alphabet[best] ?? '';
    const before = characters.at(-1);
    if (best !== 0 && best === last && before !== undefined) {
      characters[characters.length - 1] = {
        ...before,
        to: (step + 1) / steps,
        confidence: Math.max(before.confidence, most),
      };
    } else if (best !== 0) {
      characters.push({ text, from: step / steps, to: (step + 1) / steps, confidence: most });
    }
    last = best;
  }
  return characters;
}
