import { bidiClassOf } from '../page-model/text/bidi-class.ts';
import type { RasterLine, RasterWord } from './recognizer.ts';

/**
 * A line in the direction of most of its letters. Recognizers decide it for whole paragraphs: lines of mixed English and
 * Arabic then have their words in the wrong order, which is made that of the line here. Lines without letters stay.
 */
export function withDirection(line: RasterLine): RasterLine {
  const kinds = line.words.flatMap(({ text }) => [...text].map(bidiClassOf));
  const right = kinds.filter((kind) => kind === 'right').length;
  const left = kinds.filter((kind) => kind === 'left').length;
  if (right + left === 0) return line;
  const direction = right > left ? 'rtl' : 'ltr';
  return direction === line.direction ? line : { ...line, direction, words: inOrder(line.words, direction) };
}

/** Words in reading order by where they are: those of the other direction that follow each other keep their own order. */
function inOrder(words: readonly RasterWord[], direction: RasterLine['direction']): readonly RasterWord[] {
  const fromLeft = words.toSorted((first, second) => first.box.x0 - second.box.x0);
  const runs: { readonly isRight: boolean; readonly words: RasterWord[] }[] = [];
  for (const word of fromLeft) {
    const kinds = new Set([...word.text].map(bidiClassOf));
    // Numbers follow each other in the direction of the line (UAX 9, N1).
    const isRight = kinds.has('right') || (direction === 'rtl' && !kinds.has('left'));
    const run = runs.at(-1);
    if (run?.isRight === isRight) run.words.push(word);
    else runs.push({ isRight, words: [word] });
  }
  const ordered = direction === 'rtl' ? runs.toReversed() : runs;
  return ordered.flatMap((run) => (run.isRight ? run.words.toReversed() : run.words));
}
