import type { Operation } from '@platen/core';
import { imageToPdf } from '@platen/image-to-pdf';
import { ocr } from '@platen/ocr';
import { pdfCompress } from '@platen/pdf-compress';
import { pdfMerge } from '@platen/pdf-merge';
import { pdfSplit } from '@platen/pdf-split';
import { pdfToExcel } from '@platen/pdf-to-excel';
import { pdfToImage } from '@platen/pdf-to-image';
import { pdfToWord } from '@platen/pdf-to-word';

/** All operations Platen comes with, for `createEngine`. Loading the list loads no engine and no worker. */
export const standardOperations = [
  pdfToWord,
  pdfToExcel,
  pdfCompress,
  pdfMerge,
  pdfSplit,
  imageToPdf,
  pdfToImage,
  ocr,
] as const satisfies readonly Operation[];
