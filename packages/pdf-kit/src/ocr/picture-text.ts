import { createHash } from 'node:crypto';
import { loadSharp } from '../sharp.ts';
import { scaleRaster } from './raster.ts';
import type { GreyRaster, RasterWord, Recognizer } from './recognizer.ts';
import { pictures } from './thresholds.ts';
import { mayHoldText } from './unread-ink.ts';

/** Reads the text in an encoded picture that is shown at this width; empty without text that can be read with confidence. */
export type ReadPictureText = (bytes: Uint8Array, widthPt: number) => Promise<string>;

/**
 * Reads the pictures of a document, each once, and only those that look as if they contained text. Of many pictures only the
 * first are read, which bounds the time.
 */
export function createPictureTextReader(
  recognizer: Recognizer,
  { languages }: { readonly languages: readonly string[] },
): ReadPictureText {
  const known = new Map<string, string>();
  let left: number = pictures.maxRead;
  return async (bytes, widthPt) => {
    const digest = createHash('sha1').update(bytes).digest('hex');
    const before = known.get(digest);
    if (before !== undefined || left === 0) return before ?? '';
    const raster = await decode(bytes, widthPt);
    const isRead = raster !== null && mayHoldText(raster, (pictures.linePt * raster.dpi) / 72);
    if (isRead) left -= 1;
    const text = isRead ? sureText(await recognizer.recognize(raster, { languages })) : '';
    known.set(digest, text);
    return text;
  };
}

/** A picture at a resolution suited to recognition; null if it cannot be decoded or is too large. */
async function decode(bytes: Uint8Array, widthPt: number): Promise<GreyRaster | null> {
  const sharp = await loadSharp();
  try {
    const opened = sharp(bytes, { limitInputPixels: pictures.maxPixels }).flatten({ background: '#fff' });
    const { data, info } = await opened.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
    const raster = { data, widthPx: info.width, heightPx: info.height, dpi: (72 * info.width) / widthPt };
    const factor = Math.min(pictures.maxEnlarging, pictures.readingDpi / raster.dpi);
    const isFit = factor > 1 / pictures.fitFactor && factor < pictures.fitFactor;
    return isFit ? raster : (await scaleRaster(raster, factor)).raster;
  } catch {
    return null;
  }
}

function sureText(lines: readonly { readonly words: readonly RasterWord[] }[]): string {
  const isSure = ({ text, confidence }: RasterWord) =>
    confidence >= pictures.minConfidence && /[\p{L}\p{N}]/u.test(text);
  const words = lines.flatMap((line) => line.words.filter(isSure).map(({ text }) => text));
  const text = words.join(' ');
  return (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < pictures.minLetters ? '' : text;
}
