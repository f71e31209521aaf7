import { containsMiddle } from '@platen/pdf-kit/geometry';
import type { Box, FormValue, Line, Page, RecognizedLine } from '@platen/pdf-kit/page-model';
import { withRecognizedText } from '@platen/pdf-kit/page-model';

/** The largest size of a value, and of the sign for a box. */
const [valueSizePt, signSizePt] = [10, 14];
const leastSizePt = 6;
/** What stands for a box or a button that is off, and for one that is on. */
const signs: Partial<Record<FormValue['kind'], readonly [string, string]>> = {
  checkbox: ['☐', '☒'],
  radio: ['○', '◉'],
};
/** Boxes and circles that are printed where a field is, by their codes in symbol fonts too. */
const printedSign = /[\u25a0-\u25ff\u2610-\u2612\u274f-\u2752\u2b1c\uf000-\uf0ff]/;
/** Width of a letter in em, near enough to tell where a word of a value ends. */
const letterEm = 0.5;
/** A field is on the line whose middle is this close to its own, in em. */
const sameLineEm = 0.5;

/** The page with what is filled into its form as text, and its check boxes as signs. */
export function withFormValues(page: Page): Page {
  const lines = page.formValues.filter(({ isShown }) => !isShown).flatMap((value) => linesOf(value, page));
  if (lines.length === 0) return page;
  return { ...page, lines: [...page.lines, ...withRecognizedText(page, lines).lines] };
}

function linesOf({ box, kind, value, checked }: FormValue, page: Page): readonly RecognizedLine[] {
  const sign = signs[kind]?.[checked === true ? 1 : 0];
  const text = sign ?? value;
  if (text === '' || kind === 'button' || kind === 'signature') return [];
  if (sign !== undefined && checked !== true && hasPrintedSign(box, page)) return [];
  const heightPt = box.y1 - box.y0;
  const rows = text.split(/\r\n?|\n/).filter((row) => row.trim() !== '');
  const beside = rows.length === 1 ? lineBeside(box, page) : undefined;
  const fittingPt = Math.max(leastSizePt, heightPt / rows.length / 1.2);
  const sizePt = Math.min(beside?.style.sizePt ?? (sign === undefined ? valueSizePt : signSizePt), fittingPt);
  const top = rows.length === 1 ? (box.y0 + box.y1) / 2 - sizePt / 2 : box.y0 + 2;
  return rows.map((row, index) => {
    const y0 = top + index * 1.2 * sizePt;
    const baseline = beside?.baseline ?? y0 + 0.8 * sizePt;
    return { words: wordsOf(row, box.x0 + 2, baseline - 0.8 * sizePt, sizePt), baseline };
  });
}

/** Whether the box of a field that is off is printed on the page. */
function hasPrintedSign(box: Box, { lines }: Page): boolean {
  return lines.some(({ words }) =>
    words.some(({ glyphs }) => glyphs.some((glyph) => printedSign.test(glyph.text) && containsMiddle(box, glyph.box))),
  );
}

/** The nearest text on the line that a field is on. */
function lineBeside(box: Box, { lines }: Page): Line | undefined {
  const middle = (box.y0 + box.y1) / 2;
  const beside = lines.filter(
    ({ angle, box: own, style }) => angle === 0 && Math.abs((own.y0 + own.y1) / 2 - middle) < sameLineEm * style.sizePt,
  );
  const gapTo = ({ box: own }: Line) => Math.max(own.x0 - box.x1, box.x0 - own.x1);
  return beside.sort((first, second) => gapTo(first) - gapTo(second))[0];
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
