import type { WorkerTask } from '@platen/core';
import { ConversionError } from '@platen/core';
import { openPdfScan, type Scan } from '@platen/pdf-kit/ocr';
import type { OcrOptions } from '../operation.ts';
import { openImageScan } from './image-scan.ts';

/** Opens the one input of a task, PDF or image. */
export async function openScan({ inputs, options, limits }: WorkerTask<OcrOptions>): Promise<Scan> {
  const [input] = inputs;
  if (input === undefined) throw new ConversionError('INTERNAL_ERROR', 'There is no file to read');
  const { path, fileName, mediaType } = input;
  return mediaType === 'application/pdf'
    ? openPdfScan(path, { fileName, password: options.password, maxPagePixels: limits.maxPagePixels })
    : openImageScan(path, { fileName, maxPagePixels: limits.maxPagePixels });
}
