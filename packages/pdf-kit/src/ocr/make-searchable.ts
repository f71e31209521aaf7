import type { WorkerContext } from '@platen/core';
import { type OpenPdfOptions, openPdf } from '../objects/open-pdf.ts';
import { writePdf } from '../objects/write-pdf.ts';
import { identityMatrix } from '../page-model/matrix.ts';
import { createTextLayers, graftText } from './layer/graft-text.ts';
import { openPdfScan } from './pdf-scan.ts';
import { createReadPages } from './read-pages.ts';
import { readScanPage } from './read-scan-page.ts';
import { type RecognizedText, recognizedText } from './recognized-text.ts';
import type { Recognizer } from './recognizer.ts';
import { warnOfDoubts } from './warn-of-doubts.ts';

/** The settings of `makeSearchable`. */
export interface MakeSearchableRequest {
  readonly recognizer: Recognizer;
  /** Language codes joined by `+`, as `languageOption` returns them. */
  readonly language: string;
  /** The name of the file in errors. */
  readonly fileName: string;
  readonly maxPagePixels: number;
  readonly limits: OpenPdfOptions['limits'];
  /** Gets `progress` from 0 to 1, and the warnings `LOW_CONFIDENCE` and `TEXT_UNREAD`. */
  readonly context: Pick<WorkerContext, 'progress' | 'warn'>;
}

/**
 * Puts an invisible layer of text under each page of a PDF of images without text, like the operation `ocr`. It replaces the
 * file.
 */
export async function makeSearchable(path: string, request: MakeSearchableRequest): Promise<void> {
  const texts = await readTexts(path, request);
  const document = await openPdf(path, { fileName: request.fileName, limits: request.limits });
  const layers = createTextLayers(document);
  for (const [index, text] of texts.entries()) {
    const page = document.pages[index];
    if (page !== undefined && text.lines.length > 0) graftText(layers, page, text, identityMatrix);
  }
  layers.finish();
  writePdf(document, path);
}

async function readTexts(
  path: string,
  { recognizer, language, fileName, maxPagePixels, context }: MakeSearchableRequest,
): Promise<readonly RecognizedText[]> {
  const scan = await openPdfScan(path, { fileName, password: undefined, maxPagePixels, onRepair: context.warn });
  const texts: RecognizedText[] = [];
  const recognize = createReadPages()(path);
  try {
    for (let page = 1; page <= scan.pageCount; page += 1) {
      const found = await scan.inspect(page);
      const onProgress = (share: number) => context.progress((page - 1 + share) / scan.pageCount);
      const reading = await readScanPage(
        recognizer,
        scan,
        { page, found, recognize },
        { languages: language.split('+'), onProgress },
      );
      const text = recognizedText(found, reading);
      warnOfDoubts(page, reading.recognition, text.languages, context.warn);
      texts.push(text);
    }
  } finally {
    scan.close();
  }
  return texts;
}
