import type { Page } from '../page-model/types.ts';
import { createGlyphCheck } from './checked-glyphs.ts';
import { type ReadableTextSources, withReadableText } from './readable-text.ts';
import { recognizePage } from './recognize-page.ts';
import { toRecognizedPage } from './recognized-page.ts';
import type { GreyRaster, RecognizerPair } from './recognizer.ts';

/** How the text of the pages of one file is checked. */
export interface TextCheckOptions extends Omit<ReadableTextSources, 'draw' | 'recognize'> {
  /** The page as it is shown, at this resolution; null where it cannot be drawn. */
  draw(page: Page, dpi: number): Promise<GreyRaster | null>;
  /** Null where no text is to be recognised. */
  readonly recognizer: RecognizerPair | null;
  /** Tesseract codes. */
  readonly languages: readonly string[];
}

const recognitionDpi = 300;

/**
 * Prepares a check of what fonts say of their characters, for the pages of one file. It resolves to the page with text
 * recognised from its appearance, and warns: `TEXT_NOT_READABLE` where fonts do not map it to characters, `TEXT_DOUBTFUL` where
 * they map different glyphs to one. Pages whose fonts do neither are not drawn.
 */
export function createTextCheck({
  draw,
  recognizer,
  languages,
  otherwise,
  warn,
}: TextCheckOptions): (page: Page) => Promise<Page> {
  const sources: ReadableTextSources = {
    draw: (page) => draw(page, recognitionDpi),
    recognize: recognizer && ((raster) => linesOn(recognizer, raster, languages)),
    otherwise,
    warn,
  };
  const checkGlyphs = createGlyphCheck(sources);
  return async (page) => checkGlyphs(await withReadableText(page, sources));
}

async function linesOn(recognizer: RecognizerPair, raster: GreyRaster, languages: readonly string[]) {
  const recognition = await recognizePage(recognizer, raster, { languages });
  return recognition.rotation === 0 ? toRecognizedPage(recognition, raster).lines : [];
}

/** How text is recognised: pages that are pictures, none, or every page. */
export type OcrMode = 'auto' | 'off' | 'force';

/** Whether the text of a page is read off its picture as a whole. */
export function isRecognized({ kind, drawings, fills }: Page, mode: OcrMode): boolean {
  if (mode === 'force') return kind !== 'blank' || drawings.length + fills.length > 0;
  return mode === 'auto' && kind === 'scanned';
}
