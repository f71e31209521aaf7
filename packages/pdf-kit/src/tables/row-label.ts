import type { Chunk } from './chunk.ts';
import { isLabelText } from './value-text.ts';

/**
 * The bullet or number that a row begins with, if any: its first piece, or its last in right-to-left text, where the
 * dot of "10." is to the left of the number.
 */
export function labelOf(chunks: readonly Chunk[]): Chunk | null {
  const leftward = isRightToLeft(chunks);
  const first = leftward ? chunks.at(-1) : chunks[0];
  if (first === undefined) return null;
  const text = leftward ? first.text.replace(/^([.)]+)(.+)$/u, '$2$1') : first.text;
  return isLabelText(text) ? first : null;
}

const leftwardLetter = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

function isRightToLeft(chunks: readonly Chunk[]): boolean {
  if (!chunks.some(({ text }) => leftwardLetter.test(text))) return false;
  const letters = chunks.flatMap(({ text }) => text.match(/\p{L}/gu) ?? []);
  const leftward = letters.filter((letter) => leftwardLetter.test(letter));
  return 2 * leftward.length > letters.length;
}
