/** Widths of Times-Roman from the space to the tilde, in thousandths of its size (Adobe Font Metrics). */
export const serifWidths: readonly number[] =
  '250 333 408 500 500 833 778 180 333 333 500 564 250 333 250 278 500 500 500 500 500 500 500 500 500 500 278 278 564 564 564 444 921 722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 556 722 667 556 611 722 722 944 722 722 611 333 278 333 469 500 333 444 500 444 500 444 333 500 500 278 278 500 278 778 500 500 500 500 333 389 278 500 500 722 500 500 444 480 200 480 541'
    .split(' ')
    .map(Number);

/** What is painted on a page, in points from its lower left corner. ASCII text in the font `/F`. */
export interface PageContent {
  text(text: string, x: number, y: number, size: number): void;
  /** Text that ends at `right`. */
  textBefore(text: string, right: number, y: number, size: number): void;
  /** Lines of at most this width; gives the baseline below the last. */
  paragraph(text: string, box: { x: number; y: number; width: number; size: number }): number;
  /** A filled box; the colour is red, green and blue from 0 to 1. */
  fill(x: number, y: number, width: number, height: number, color?: string): void;
  /** Anything else, as operators of a content stream. */
  paint(operators: string): void;
  readonly operators: string;
}

/** An empty page. */
export function createPageContent(): PageContent {
  const parts: string[] = [];
  const text: PageContent['text'] = (shown, x, y, size) => {
    const escaped = shown.replace(/[\\()]/g, '\\$&');
    parts.push(`BT /F ${size} Tf ${round(x)} ${round(y)} Td (${escaped}) Tj ET`);
  };
  return {
    text,
    textBefore: (shown, right, y, size) => text(shown, right - widthOf(shown, size), y, size),
    paragraph(shown, { x, y, width, size }) {
      let baseline = y;
      for (const line of linesOf(shown, width, size)) {
        text(line, x, baseline, size);
        baseline -= size * 1.3;
      }
      return baseline;
    },
    fill: (x, y, width, height, color = '0 0 0') =>
      void parts.push(`${color} rg ${round(x)} ${round(y)} ${round(width)} ${round(height)} re f 0 g`),
    paint: (operators) => void parts.push(operators),
    get operators() {
      return parts.join('\n');
    },
  };
}

function linesOf(text: string, width: number, size: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer, size) <= width || line === '') {
      line = longer;
      continue;
    }
    lines.push(line);
    line = word;
  }
  return [...lines, line];
}

function widthOf(text: string, size: number): number {
  let sum = 0;
  for (const letter of text) sum += serifWidths[letter.charCodeAt(0) - 32] ?? 500;
  return (sum * size) / 1000;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
