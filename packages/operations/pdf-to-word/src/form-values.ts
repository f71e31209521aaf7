import { type FormValue, type Page, type RecognizedLine, withRecognizedText } from '@platen/pdf-kit/page-model';

/** The largest size of a value, and of the sign for a box. */
const [valueSizePt, signSizePt] = [10, 14];
const leastSizePt = 6;
/** What stands for a box or a button that is off, and for one that is on. */
const signs: Partial<Record<FormValue['kind'], readonly [string, string]>> = {
  checkbox: ['☐', '☒'],
  radio: ['○', '◉'],
};
/** Width of a letter in em, near enough to tell where a word of a value ends. */
const letterEm = 0.5;

/** The page with what is filled into its form as text, and its check boxes as signs. */
export function withFormValues(page: Page): Page {
  const lines = page.formValues.filter(({ isShown }) => !isShown).flatMap(linesOf);
  if (lines.length === 0) return page;
  return { ...page, lines: [...page.lines, ...withRecognizedText(page, lines).lines] };
}

function linesOf({ box, kind, value, checked }: FormValue): readonly RecognizedLine[] {
  const sign = signs[kind]?.[checked === true ? 1 : 0];
  const text = sign ?? value;
  if (text === '' || kind === 'button' || kind === 'signature') return [];
  const heightPt = box.y1 - box.y0;
  const rows = text.split(/\r\n?|\n/).filter((row) => row.trim() !== '');
  const fittingPt = Math.max(leastSizePt, heightPt / rows.length / 1.2);
  const sizePt = Math.min(sign === undefined ? valueSizePt : signSizePt, fittingPt);
  const top = rows.length === 1 ? (box.y0 + box.y1) / 2 - sizePt / 2 : box.y0 + 2;
  return rows.map((row, index) => {
    const y0 = top + index * 1.2 * sizePt;
    return { words: wordsOf(row, box.x0 + 2, y0, sizePt), baseline: y0 + 0.8 * sizePt };
  });
}

function wordsOf(row: string, startX: number, y0: number, sizePt: number) {
  let x0 = startX;
  return row
    .trim()
    .split(/\s+/)
    .map((text) => {
      const x1 = x0 + text.length * letterEm * sizePt;
      const word = { text, confidence: 1, box: { x0, y0, x1, y1: y0 + 0.9 * sizePt } };
      x0 = x1 + 0.3 * sizePt;
      return word;
    });
}
