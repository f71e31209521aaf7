import type { PixelBox, RasterLine, RasterWord, Stroke } from './recognizer.ts';
import { withDirection } from './with-direction.ts';

/** Reads the hOCR that Tesseract writes (one page) as lines of words. */
export function parseHocrLines(hocr: string): readonly RasterLine[] {
  const lines: RasterLine[] = [];
  let paragraph = -1;
  let direction: RasterLine['direction'] = 'ltr';
  for (const [, start = '', title = '', inside = ''] of hocr.matchAll(
    /<(p class='ocr_par'[^>]*|span class='ocr_[a-z]+')(?:[^>]*title="([^"]*)">)?([\s\S]*?)(?=<p class='ocr_par'|<span class='ocr_|$)/g,
  )) {
    if (start.startsWith('p')) {
      paragraph += 1;
      direction = start.includes("dir='rtl'") ? 'rtl' : 'ltr';
      continue;
    }
    const words = parseWords(inside);
    if (words.length > 0) lines.push(withDirection({ ...parseLine(title), words, direction, paragraph }));
  }
  return lines;
}

/** `bbox x0 y0 x1 y1; baseline slope offset; x_size height; …`, the offset from the lower left corner of the box. */
function parseLine(title: string): Pick<RasterLine, 'baseline' | 'heightPx'> {
  const box = parseBox(title);
  const [slope = 0, offset = 0] = numbersAfter('baseline', title);
  const [height = box.y1 - box.y0] = numbersAfter('x_size', title);
  const baseline: Stroke = {
    x0: box.x0,
    y0: box.y1 + offset,
    x1: box.x1,
    y1: box.y1 + offset + slope * (box.x1 - box.x0),
  };
  return { baseline, heightPx: height };
}

function parseWords(inside: string): readonly RasterWord[] {
  const words = inside.matchAll(/<span class='ocrx_word'[^>]*title='([^']*)'[^>]*>([\s\S]*?)<\/span>/g);
  return [...words].flatMap(([, title = '', markup = '']) => {
    const text = decodeEntities(markup.replace(/<[^>]*>/g, '')).trim();
    const [confidence = 0] = numbersAfter('x_wconf', title);
    return text === '' ? [] : [{ text, box: parseBox(title), confidence: confidence / 100 }];
  });
}

function parseBox(title: string): PixelBox {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbersAfter('bbox', title);
  return { x0, y0, x1, y1 };
}

function numbersAfter(name: string, title: string): readonly number[] {
  const found = new RegExp(`${name}((?: -?[\\d.]+)+)`).exec(title)?.[1] ?? '';
  return found.trim() === '' ? [] : found.trim().split(' ').map(Number);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function decodeEntities(text: string): string {
  return text.replace(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity);
}
