import type { PixelBox, RasterLine, RasterWord, Stroke } from './recognizer.ts';
import { withDirection } from './with-direction.ts';

/** The blocks of a page in the results of `tesseract.js`, as far as they are used. */
export type TesseractBlocks = readonly { readonly paragraphs: readonly TesseractParagraph[] }[] | null;

interface TesseractParagraph {
  readonly is_ltr: number | boolean;
  readonly lines: readonly TesseractLine[];
}

interface TesseractLine {
  readonly baseline: Stroke;
  readonly rowAttributes: { readonly rowHeight: number };
  readonly words: readonly TesseractWord[];
}

interface TesseractWord {
  readonly text: string;
  readonly bbox: PixelBox;
  /** 0–100. */
  readonly confidence: number;
}

/** The lines of words of such blocks. Words and lines without a visible character are left out. */
export function parseTesseractBlocks(blocks: TesseractBlocks): readonly RasterLine[] {
  const paragraphs = (blocks ?? []).flatMap((block) => block.paragraphs ?? []);
  return paragraphs.flatMap(({ lines, is_ltr }, paragraph) =>
    lines.flatMap(({ baseline, rowAttributes, words }) => {
      const kept = words.filter(({ text }) => text.trim() !== '').map(toWord);
      if (kept.length === 0) return [];
      const direction = is_ltr ? 'ltr' : 'rtl';
      return [withDirection({ words: kept, baseline, heightPx: rowAttributes.rowHeight, direction, paragraph })];
    }),
  );
}

function toWord({ text, bbox: { x0, y0, x1, y1 }, confidence }: TesseractWord): RasterWord {
  return { text: text.trim(), box: { x0, y0, x1, y1 }, confidence: Math.min(1, Math.max(0, confidence / 100)) };
}
