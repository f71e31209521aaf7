import type { OperationList, OperationOf } from '@platen/core';
import { type ImageToPdfOptions, imageToPdf } from '@platen/image-to-pdf';
import { type OcrOptions, ocr } from '@platen/ocr';
import { type PdfCompressOptions, pdfCompress } from '@platen/pdf-compress';
import { type PdfMergeOptions, pdfMerge } from '@platen/pdf-merge';
import { type PdfSplitOptions, pdfSplit } from '@platen/pdf-split';
import { type PdfToExcelOptions, pdfToExcel } from '@platen/pdf-to-excel';
import { type PdfToImageOptions, pdfToImage } from '@platen/pdf-to-image';
import { type PdfToWordOptions, pdfToWord } from '@platen/pdf-to-word';

/** The operations of Platen and their options. */
export type StandardOperations = {
  readonly 'pdf/to-word': PdfToWordOptions;
  readonly 'pdf/to-excel': PdfToExcelOptions;
  readonly 'pdf/compress': PdfCompressOptions;
  readonly 'pdf/merge': PdfMergeOptions;
  readonly 'pdf/split': PdfSplitOptions;
  readonly 'image/to-pdf': ImageToPdfOptions;
  readonly 'pdf/to-image': PdfToImageOptions;
  readonly ocr: OcrOptions;
};

const operations: readonly OperationOf<StandardOperations>[] = [
  pdfToWord,
  pdfToExcel,
  pdfCompress,
  pdfMerge,
  pdfSplit,
  imageToPdf,
  pdfToImage,
  ocr,
];

/** The eight standard operations, for `createEngine`. An import of the list loads no engine and no worker. */
export const standardOperations = operations as OperationList<StandardOperations>;
