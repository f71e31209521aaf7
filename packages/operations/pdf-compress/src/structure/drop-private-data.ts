import { isForPrivateData, type OpenedPdf } from '@platen/pdf-kit/objects';
import { PDFDict, PDFName, PDFRawStream } from '@platen/pdf-kit/pdf-lib';

const thumbnail = PDFName.of('Thumb');
const pieceInfo = PDFName.of('PieceInfo');

/**
 * Removes data that is never shown: page thumbnails (viewers draw their own) and page-piece dictionaries, the private data of
 * applications (ISO 32000-2, 14.5).
 */
export function dropPrivateData({ context, catalog }: Pick<OpenedPdf, 'context' | 'catalog'>): void {
  if (isForPrivateData({ catalog })) delete context.trailerInfo.Info;
  for (const [, object] of context.enumerateIndirectObjects()) {
    const dict = object instanceof PDFRawStream ? object.dict : object;
    if (!(dict instanceof PDFDict)) continue;
    dict.delete(pieceInfo);
    if (dict.get(PDFName.Type) === PDFName.Page) dict.delete(thumbnail);
  }
}
