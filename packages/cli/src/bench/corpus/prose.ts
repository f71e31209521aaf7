import type { Random } from '../random.ts';

const words =
  'the of and to in a for is on that by this with from at are not we an as it be or which report year cost share order account total project service value customer market change group product number price company contract delivery figure result quarter supply office growth method system measure paper annual general public several other second final available different important possible whole early former recent large small high open certain clear common current daily local rate level part term side line page table date amount balance payment'.split(
    ' ',
  ) as [string, ...string[]];

/** So many words, as sentences of 6 to 18 words. */
export function prose(random: Random, count: number): string {
  const sentences: string[] = [];
  for (let left = count; left > 0; ) {
    const length = Math.min(left, random.integer(6, 18));
    sentences.push(sentence(random, length));
    left -= length;
  }
  return sentences.join(' ');
}

/** A few words that begin with a capital, without a full stop. */
export function title(random: Random, count: number): string {
  return sentence(random, count).slice(0, -1);
}

function sentence(random: Random, length: number): string {
  const text = Array.from({ length }, () => random.pick(words)).join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
