import { defaultLimits, processingFailed } from '@platen/core';
import { openOrRepair } from '../open-or-repair.ts';
import { sheetScale } from '../page-model/sheet-scale.ts';
import type { DrawOptions } from './draw-page.ts';
import { type DrawingEngines, openDrawingEngines } from './drawing-engines.ts';
import type { HiddenText } from './hide-text.ts';
import { checkPixels, layOutPixels, type PageSize, type PixelLayout, pixelsOf } from './page-geometry.ts';
import type { PdfRenderer, RenderedPage, RendererOptions, RenderOptions } from './renderer.ts';
import { settledSource } from './settled-source.ts';
import { readUserUnits } from './user-units.ts';

/**
 * Opens a PDF for drawing: a file by its path (read piece by piece) or bytes (not copied; leave them as they are until
 * `close`). The empty password is tried before the one given. Rejects with `PDF_ENCRYPTED` (`password_required`,
 * `password_incorrect`) or `PROCESSING_FAILED` (`damaged_file`).
 */
export function openRenderer(source: string | Uint8Array, options: RendererOptions = {}): Promise<PdfRenderer> {
  return openOrRepair(source, options, (readable) => openUnrepaired(readable, options));
}

/** `openRenderer` for a file that is opened as it is, or not at all. */
export async function openUnrepaired(source: string | Uint8Array, options: RendererOptions): Promise<PdfRenderer> {
  const { fileName, password, maxPagePixels = defaultLimits.maxPagePixels } = options;
  const engines = await openDrawingEngines(await settledSource(source, password), options);
  const units = await readUserUnits(source, password);
  const pageSize = (page: number): PageSize => {
    checkPage(page, engines, fileName);
    const size = engines.pageSize(page);
    const unit = units?.[page - 1] ?? 1;
    const scale = unit * sheetScale(size.widthPt * unit, size.heightPt * unit, options);
    return { ...size, widthPt: size.widthPt * scale, heightPt: size.heightPt * scale };
  };
  return {
    pageCount: engines.pageCount,
    pageSize,
    async renderPage(page, settings = {}): Promise<RenderedPage> {
      const size = pageSize(page);
      const layout = layOutPixels(size, settings, settings.region);
      checkPixels(layout, size, { page, maxPixels: maxPagePixels, fileName });
      return engines.draw(page, { layout, ...drawing(settings), hiddenText: hiddenText(settings, size, layout) });
    },
    close: () => engines.close(),
  };
}

function checkPage(page: number, { pageCount }: DrawingEngines, fileName: string | undefined): void {
  if (Number.isInteger(page) && page >= 1 && page <= pageCount) return;
  throw processingFailed('page_out_of_range', `There is no page ${page}: the document has ${pageCount}`, {
    fileName,
    page,
    pageCount,
  });
}

function drawing({
  pixels = 'rgb',
  background = 0xffffff,
  transparent = false,
  annotations = true,
  wholePixels = false,
}: RenderOptions): Omit<DrawOptions, 'layout' | 'hiddenText'> {
  return {
    pixels: transparent ? 'rgba' : pixels,
    background: transparent ? null : background,
    annotations,
    wholePixels,
  };
}

function hiddenText({ text = 'all' }: RenderOptions, size: PageSize, layout: PixelLayout): HiddenText | null {
  if (text === 'all') return null;
  if (text === 'slanted') return 'straight';
  return text.notIn.map((region) => pixelsOf(region, size, layout));
}
