import { PDFArray, type PDFDict, PDFNumber, type PDFObject } from 'pdf-lib';
import { arrayItems, numberEntry, pdfArrayEntry } from './typed-entries.ts';

/** Characters in a row: the last width is that of all that follow. */
interface Span {
  readonly first: number;
  readonly last: number;
  readonly widths: readonly (PDFObject | null | undefined)[];
}

/**
 * The advance of each CID by `W` and `DW`, in thousandths of the font size (ISO 32000-1, 9.7.4.3). Of spans that overlap the
 * later one counts. Where `W` has something else than a number it is `malformed`, by default that of `DW`.
 */
export function cidWidths(descendant: PDFDict, malformed?: number): (cid: number) => number {
  const byDefault = numberEntry(descendant, 'DW') ?? 1000;
  const array = pdfArrayEntry(descendant, 'W');
  const spans = array === null ? [] : readSpans(arrayItems(array));
  const known = new Map<number, number>();
  const find = (cid: number): number => {
    const span = spans.findLast(({ first, last }) => cid >= first && cid <= last);
    if (span === undefined) return byDefault;
    const width = span.widths[Math.min(cid - span.first, span.widths.length - 1)];
    return width instanceof PDFNumber ? width.asNumber() : (malformed ?? byDefault);
  };
  return (cid) => {
    const width = known.get(cid) ?? find(cid);
    known.set(cid, width);
    return width;
  };
}

function readSpans(items: readonly (PDFObject | null | undefined)[]): readonly Span[] {
  const spans: Span[] = [];
  for (let index = 0; index < items.length; ) {
    const [first, second, width] = items.slice(index, index + 3);
    if (first instanceof PDFNumber && second instanceof PDFArray) {
      const widths = arrayItems(second);
      spans.push({ first: first.asNumber(), last: first.asNumber() + widths.length - 1, widths });
      index += 2;
    } else if (first instanceof PDFNumber && second instanceof PDFNumber) {
      spans.push({ first: first.asNumber(), last: second.asNumber(), widths: [width] });
      index += 3;
    } else {
      // Nobody knows where the next span begins: no width but those before is known.
      return [{ first: 0, last: Number.POSITIVE_INFINITY, widths: [undefined] }, ...spans];
    }
  }
  return spans;
}
