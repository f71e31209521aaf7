import { openRenderer, type PdfRenderer, type RenderedPage, type RenderOptions } from '@platen/pdf-kit/render';
import { compareBitmaps } from './compare-bitmaps.ts';

export interface CheckRequest {
  readonly before: string | Uint8Array;
  /** A copy of `before` with its large images scaled down. Pages that look like it need not be compared with `before` itself. */
  readonly sketched?: string | undefined;
  readonly after: Uint8Array;
  readonly password: string | undefined;
  /** The least structural similarity of a page with lossy images to the original page. */
  readonly minSimilarity: number;
  /** How far the mean colour of a block of such a page may change, of 255. */
  readonly maxLossyShift: number;
  /** The pages that show images whose pixels changed, from 1. The others have to look the same. */
  readonly lossyPages: ReadonlySet<number>;
  /** Whether lines and glyphs may have moved by a pixel, through rounded coordinates. */
  readonly mayMove?: boolean;
  /** Compares these pages only, from 1; all by default. */
  readonly pages?: ReadonlySet<number> | undefined;
  /** The pages, from 1, whose fonts PDFium may read differently from other viewers: pdf.js compares them as well. */
  readonly doubtfulPages?: ReadonlySet<number> | undefined;
  /** False leaves annotations and form fields out of both renderings. */
  readonly annotations?: boolean;
  readonly onProgress?: (fraction: number) => void;
}

/** Which pages no longer look as they did, from 1; `all` when the documents cannot be compared. */
export type CheckResult = readonly number[] | 'all';

/** The resolution at which pages are compared: 10 pt text is 7 pixels high. */
const compareDpi = 50;
/** The resolution is lower for pages larger than posters, so that no side has more pixels than this. */
const maxSidePixels = 1_500;
/**
 * How far the mean colour of a block may change, of 255. Measured on 211 pages: removing hints changes it by up to 9, a missing
 * letter of 10 pt by 15 and more.
 */
const maxShift = 12;
/** The least similarity of a page without lossy images. */
const minSameSimilarity = 0.97;

/** Draws the pages of both documents at low resolution and compares them. */
export async function checkDocument(request: CheckRequest): Promise<CheckResult> {
  const { doubtfulPages = new Set() } = request;
  const different = await compareWithPdfium(request);
  const compared = request.pages ?? doubtfulPages;
  const doubtful = new Set([...doubtfulPages].filter((page) => compared.has(page)));
  if (different === 'all' || doubtful.size === 0) return different;
  const seen = await compareWith('pdfjs', { ...request, pages: doubtful, onProgress: () => {} });
  return seen === 'all' ? 'all' : [...new Set([...different, ...seen])].sort((one, other) => one - other);
}

async function compareWithPdfium(request: CheckRequest): Promise<CheckResult> {
  const { sketched } = request;
  if (sketched === undefined) return compareWith('pdfium', request);
  const different = await compareWith('pdfium', { ...request, before: sketched, password: undefined });
  if (different !== 'all' && different.length === 0) return different;
  // The scaled copies may be the reason: these pages are compared with the original.
  return compareWith('pdfium', different === 'all' ? request : { ...request, pages: new Set(different) });
}

async function compareWith(engine: DrawingEngine, request: CheckRequest): Promise<CheckResult> {
  const before = await open(request.before, request.password, engine);
  const after = before === null ? null : await open(request.after, undefined, engine);
  try {
    if (before === null || after === null || before.pageCount !== after.pageCount) return 'all';
    // The renderer may find no page in a damaged file; that neither has one proves nothing.
    if (before.pageCount === 0) return 'all';
    const different: number[] = [];
    for (let page = 1; page <= before.pageCount; page += 1) {
      if (request.pages?.has(page) === false) continue;
      if (!(await isAlike(before, after, page, request))) different.push(page);
      request.onProgress?.(page / before.pageCount);
    }
    return different;
  } finally {
    before?.close();
    after?.close();
  }
}

type DrawingEngine = 'pdfium' | 'pdfjs';

async function open(
  source: string | Uint8Array,
  password: string | undefined,
  engine: DrawingEngine,
): Promise<PdfRenderer | null> {
  try {
    return await openRenderer(source, { password, engine });
  } catch {
    // A document that cannot be rendered cannot be checked: the caller returns its input.
    return null;
  }
}

async function isAlike(
  before: PdfRenderer,
  after: PdfRenderer,
  page: number,
  { minSimilarity, maxLossyShift, lossyPages, mayMove = false, annotations = true }: CheckRequest,
): Promise<boolean> {
  const { widthPt, heightPt } = before.pageSize(page);
  const dpi = Math.min(compareDpi, (maxSidePixels * 72) / Math.max(widthPt, heightPt));
  const first = await draw(before, page, { dpi, annotations });
  try {
    const second = await draw(after, page, { dpi, annotations });
    try {
      // Neither of the two may be renderable.
      if (first === null || second === null) return first === second;
      const isLossy = lossyPages.has(page);
      const bound = isLossy ? maxLossyShift : maxShift;
      const isMoved = (shift: number) => mayMove && shift > bound;
      const { similarity, largestShift } = compareBitmaps(first, second, isMoved);
      return similarity >= (isLossy ? minSimilarity : minSameSimilarity) && largestShift <= bound;
    } finally {
      second?.release();
    }
  } finally {
    first?.release();
  }
}

async function draw(renderer: PdfRenderer, page: number, options: RenderOptions): Promise<RenderedPage | null> {
  try {
    return await renderer.renderPage(page, options);
  } catch {
    // It is compared with whether the page of the other document can be rendered.
    return null;
  }
}
