import { createBytesOutput } from './bytes-output.ts';
import { type OpenedPdf, type OpenPdfOptions, openPdf } from './open-pdf.ts';
import { writePdf } from './write-pdf.ts';

/** A copy of a damaged file that other engines can open. */
export interface RepairedPdf {
  /** A whole PDF, without encryption. */
  readonly bytes: Uint8Array;
  /** The document from which the copy was written. */
  readonly document: OpenedPdf;
}

/** Writes everything that `openPdf` can read of a damaged file to a new one. Rejects like `openPdf`. */
export async function repairPdf(source: string | Uint8Array, options: OpenPdfOptions = {}): Promise<RepairedPdf> {
  const document = await openPdf(source, options);
  const output = createBytesOutput();
  writePdf(document, output);
  return { bytes: output.bytes(), document };
}

/** Warns that a file had to be repaired, and what could not be recovered. */
export function warnOfRepair(
  { fileName, lost }: Pick<OpenedPdf, 'fileName' | 'lost'>,
  warn: (code: string, message: string) => void,
): void {
  const losses = lost.length === 0 ? '' : `; lost: ${lost.join(', ')}`;
  warn('REPAIRED', `${fileName ?? 'The file'} was damaged and had to be repaired${losses}`);
}
