import { uniteBoxes } from '../page-model/box.ts';
import { isSentencePart } from '../page-model/text/prose.ts';
import { type Chunk, textOf } from './chunk.ts';
import { pieceKind } from './ledger/piece-kind.ts';
import { splitWord } from './split-word.ts';
import { isCaption } from './trim-table.ts';

/** Maximum words of a label before its colon. */
const longestLabel = 8;

/** A value right behind the colon of a label: where no spaces are between words, none need be there. */
const unspacedValue = /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}）)][:：])(.+)$/u;

/**
 * A label with a colon and its value as two texts, `Date: 12 May`; any other text as it is: so are captions, and phrases
 * that a sentence has before a colon.
 */
export function cutAtLabel<Piece extends Pick<Chunk, 'text' | 'words' | 'bold'>>(piece: Piece): readonly Piece[] {
  const words = piece.words.flatMap((word) => splitWord(word, unspacedValue));
  const end = words.findIndex(({ text }) => /[:：]$/u.test(text)) + 1;
  const parts = [words.slice(0, end), words.slice(end)].map((own) => ({
    ...piece,
    words: own,
    text: textOf(own),
    box: uniteBoxes(own.map(({ box }) => box)),
  }));
  const [label, value] = parts;
  if (end > longestLabel || !label || !value || value.text === '' || !/\p{L}/u.test(label.text)) return [piece];
  const isPhrase = isSentencePart({ ...label, sizePt: label.words[0]?.style.sizePt ?? 0 });
  return isCaption(label.text) || (isPhrase && pieceKind(value.text) === 'text') ? [piece] : parts;
}
