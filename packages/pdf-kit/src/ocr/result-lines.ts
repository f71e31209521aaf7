import type { RasterLine, RasterWord } from './recognizer.ts';
import type { ResultIterator } from './tesseract-core.ts';
import { withDirection } from './with-direction.ts';

/** `PageIteratorLevel` of Tesseract's publictypes.h. */
const level = { paragraph: 1, line: 2, word: 3 } as const;

/**
 * The recognised lines, read word by word, which takes a tenth of the time of `GetJSONText` with every letter and its
 * alternatives. Words and lines without a visible character are left out.
 */
export function readResultLines(results: ResultIterator): readonly RasterLine[] {
  const lines: (RasterLine & { readonly words: RasterWord[] })[] = [];
  let paragraph = -1;
  results.Begin();
  do {
    if (results.Empty(level.word)) continue;
    if (results.IsAtBeginningOf(level.paragraph)) paragraph += 1;
    if (results.IsAtBeginningOf(level.line)) lines.push({ ...readLine(results), words: [], paragraph });
    const text = results.GetUTF8Text(level.word).trim();
    if (text !== '') lines.at(-1)?.words.push(readWord(results, text));
  } while (results.Next(level.word));
  return lines.filter(({ words }) => words.length > 0).map(withDirection);
}

function readLine(results: ResultIterator): Pick<RasterLine, 'baseline' | 'heightPx' | 'direction'> {
  const { x0, y0, x1, y1 } = results.getBaseline(level.line);
  return {
    baseline: { x0, y0, x1, y1 },
    heightPx: results.getRowAttributes().row_height,
    direction: results.ParagraphIsLtr() ? 'ltr' : 'rtl',
  };
}

function readWord(results: ResultIterator, text: string): RasterWord {
  const { x0, y0, x1, y1 } = results.getBoundingBox(level.word);
  // In whole percent, as in all output formats of Tesseract.
  const confidence = Math.floor(results.Confidence(level.word)) / 100;
  return { text, box: { x0, y0, x1, y1 }, confidence: Math.min(1, Math.max(0, confidence)) };
}
