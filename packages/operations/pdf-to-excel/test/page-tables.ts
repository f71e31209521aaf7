import type { Line, TextStyle, Word } from '@platen/pdf-kit/page-model';
import type { Table } from '@platen/pdf-kit/tables';

const style: TextStyle = {
  font: {
    name: 'Test',
    bold: false,
    italic: false,
    monospace: false,
    serif: false,
    symbolic: false,
    vertical: false,
    ascent: 0.8,
    descent: -0.2,
  },
  sizePt: 10,
  color: '#000000',
};

/** A line of words, each with where it begins and ends. */
export function lineOf(
  words: readonly (readonly [text: string, x0: number, x1: number])[],
  { y0, y1 }: { readonly y0: number; readonly y1: number },
): Line {
  return {
    text: words.map(([text]) => text).join(' '),
    box: { x0: words[0]?.[1] ?? 0, y0, x1: words.at(-1)?.[2] ?? 0, y1 },
    words: words.map(
      ([text, x0, x1]): Word => ({
        text,
        box: { x0, y0, x1, y1 },
        glyphs: [],
        style,
        script: 'normal',
        confidence: null,
        spaceAfter: true,
      }),
    ),
    baseline: y1 - 2,
    style,
    angle: 0,
    direction: 'ltr',
    order: 0,
  };
}

/** A cell of one line, without borders. */
export function cellOf(row: number, column: number, line: Line): Table['cells'][number] {
  return {
    row,
    column,
    rowSpan: 1,
    columnSpan: 1,
    box: line.box,
    lines: [line],
    text: line.text,
    fill: null,
    borders: { top: false, right: false, bottom: false, left: false },
  };
}
