import { readFile } from 'node:fs/promises';
import { processingFailed } from '@platen/core';
import { noBoundaries } from '../boundaries.ts';
import { openOrRepair } from '../open-or-repair.ts';
import { type ActualTextsOf, createActualTexts } from './content/actual-texts.ts';
import { encodePicture } from './encode-picture.ts';
import { createFaceShapes } from './fonts/face-shapes.ts';
import { loadPdfJs, openWithPdfJs, type PdfJs, type PdfJsDocument, type PdfJsPage } from './load-pdfjs.ts';
import type { OpenPageModelOptions, PageModelDocument } from './page-model-document.ts';
import { isPrintedSheet } from './printed-sheet.ts';
import { readInfo, readLanguage, readOutline, resolveDestination } from './read-document.ts';
import { type PageSurroundings, type ReadPage, readPage } from './read-page.ts';
import { readPlainPage } from './read-plain-page.ts';
import { fetchImage } from './stored-images.ts';
import type { EncodedPicture, Page, Picture } from './types.ts';

/**
 * Opens a PDF for reading page by page. Rejects with `PDF_ENCRYPTED` when a password is needed or wrong, and with
 * `PROCESSING_FAILED` / `damaged_file` when it is not readable as a PDF. Close it when done.
 */
export function openPageModel(path: string, options: OpenPageModelOptions = {}): Promise<PageModelDocument> {
  return openOrRepair(path, options, async (source) => {
    // pdf.js takes ownership of what it is given, so it gets a buffer nobody else holds.
    const data = new Uint8Array(typeof source === 'string' ? await readFile(source) : source);
    return openData(data, path, options);
  });
}

async function openData(data: Uint8Array, path: string, options: OpenPageModelOptions): Promise<PageModelDocument> {
  const document = await openWithPdfJs(data, options);
  try {
    if (document.numPages === 0) throw new Error('it has no pages');
    return await createDocument(await loadPdfJs(), document, createActualTexts(path, options), options);
  } catch (cause) {
    await document.loadingTask.destroy();
    throw damaged(`${options.fileName ?? 'The file'} cannot be read as a PDF`, options.fileName, cause);
  }
}

/** The page that was read last: its pictures are still at hand. */
interface CurrentPage extends ReadPage {
  readonly source: PdfJsPage;
}

async function createDocument(
  pdf: PdfJs,
  document: PdfJsDocument,
  actualTextsOf: ActualTextsOf,
  { fileName, boundaries = noBoundaries, largestSidePt }: OpenPageModelOptions,
): Promise<PageModelDocument> {
  const layers = await document.getOptionalContentConfig();
  const info = await readInfo(document, (text) => pdf.PDFDateString.toDateObject(text));
  const sheet = { largestSidePt };
  const surroundings: PageSurroundings = {
    pdf,
    printedSheet: isPrintedSheet(info),
    faceShapes: createFaceShapes(),
    isVisible: (group) => group === null || group === undefined || layers.isVisible(group) !== false,
    resolve: (destination) => resolveDestination(document, destination, sheet),
    actualTextsOf,
    boundaries,
    sheet,
  };
  const markInfo: unknown = await document.getMarkInfo().catch(() => null);
  let current: CurrentPage | null = null;

  const load = async (pageNumber: number): Promise<CurrentPage> => {
    if (current?.page.number === pageNumber) return current;
    current?.source.cleanup();
    current = null;
    const unreadable = (cause: unknown): never => {
      throw damaged(`Page ${pageNumber} of ${fileName ?? 'the file'} cannot be read`, fileName, cause, pageNumber);
    };
    const source = await document.getPage(pageNumber).catch(unreadable);
    const read = await boundaries.withinAsync(
      { what: `Page ${pageNumber}`, instead: 'its plain text is kept' },
      () => readPage(source, surroundings).catch(unreadable),
      () => readPlainPage(source, sheet).catch(unreadable),
    );
    current = { source, ...read };
    return current;
  };

  return {
    pageCount: document.numPages,
    info,
    lang: await readLanguage(document),
    tagged: markInfo instanceof Map && markInfo.get('Marked') === true,
    pageLabels: await document.getPageLabels().catch(() => null),
    readOutline: () => readOutline(document, sheet),
    readPage: async (pageNumber): Promise<Page> => (await load(pageNumber)).page,
    readPicture: async (picture) => encodeFrom(await load(picture.pageNumber), picture),
    close: () => document.loadingTask.destroy(),
  };
}

async function encodeFrom({ source, content }: CurrentPage, picture: Picture): Promise<EncodedPicture | null> {
  const entry = content.pictureSources[picture.index];
  if (entry === undefined) return null;
  const image = await fetchImage(source, entry.source);
  return image === null ? null : encodePicture(image, { mask: picture.mask, color: entry.color });
}

function damaged(message: string, fileName: string | undefined, cause: unknown, page?: number) {
  return processingFailed('damaged_file', message, {
    fileName,
    ...(page === undefined ? {} : { page }),
    cause,
  });
}
