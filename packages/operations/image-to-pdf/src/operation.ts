import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { defineOperation, type MediaType, type Operation } from '@platen/core';
import {
  type OcrSettings,
  ocrSettingsFromEnvironment,
  searchableOption,
  withOcrSettings,
} from '@platen/pdf-kit/ocr-settings';
import { choiceOption, conformanceOption, numberOption } from '@platen/pdf-kit/options';
import * as z from '@platen/pdf-kit/zod';
import type { ImageToPdfOptions } from './image-to-pdf-options.ts';
import { widestMarginMm } from './page-sizes.ts';

const environmentSettings = ocrSettingsFromEnvironment();

const imageToPdfFields = z.object({
  pageSize: choiceOption(['fit', 'a4', 'letter', 'a3', 'legal'], 'Size of the pages; fit takes the size of each image'),
  orientation: choiceOption(
    ['auto', 'portrait', 'landscape'],
    'Orientation of pages of a named size; auto follows the image',
  ),
  margin: numberOption({ min: 0, max: 200, integer: false }).default(0).describe('Margin on each side, in millimetres'),
  fit: choiceOption(
    ['contain', 'cover'],
    'contain shows the whole image on a page of a named size; cover fills the page',
  ),
  title: z
    .string()
    .trim()
    .max(500, 'is longer than 500 characters')
    .optional()
    .describe('Title of the document; the name of the first image by default'),
  language: z
    .string()
    .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, 'is not a language tag such as en or de-AT')
    .default('und')
    .describe('Language of the document as a BCP 47 tag'),
  conformance: conformanceOption,
});

/** The options of `image/to-pdf`; which languages it reads depends on the folders their data lies in. */
export function createImageToPdfOptions(languageFolders: readonly string[]) {
  return imageToPdfFields.extend({ searchable: searchableOption(languageFolders) }).superRefine(checkMargin);
}

function checkMargin(
  { pageSize, margin }: z.output<typeof imageToPdfFields>,
  context: { addIssue(issue: { code: 'custom'; path: string[]; message: string }): void },
): void {
  if (pageSize === 'fit' || margin <= widestMarginMm(pageSize)) return;
  const message = `leaves no room on a page of ${pageSize}: it can be ${widestMarginMm(pageSize)} at most`;
  context.addIssue({ code: 'custom', path: ['margin'], message });
}

/**
 * The schema of the options of `image/to-pdf`, from JSON or the fields of a form. Form fields, flags and OpenAPI are derived
 * from it.
 */
export const imageToPdfOptions = createImageToPdfOptions(environmentSettings.languageFolders);

/** The options of `image/to-pdf` as its worker gets them: checked, with all defaults. */
export type ResolvedImageToPdfOptions = z.output<ReturnType<typeof createImageToPdfOptions>>;

const accepts: readonly MediaType[] = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/tiff',
  'image/jp2',
  'image/gif',
  'image/svg+xml',
  'image/bmp',
];

/** What a host can choose for `image/to-pdf`. */
export interface ImageToPdfSettings {
  /**
   * The URL of an ES module whose default export is a `HeicDecoder`. Without it, the operation refuses HEIC as an
   * unsupported format. It is a URL because worker threads and processes load it.
   */
  readonly heicDecoder?: URL;
  /** Languages and recognizer of `searchable`; by default those of the environment, as for `ocr`. */
  readonly ocr?: OcrSettings;
}

/** Creates `image/to-pdf`: images become the pages of one PDF, in the order given. */
export function createImageToPdf({
  heicDecoder,
  ocr = environmentSettings,
}: ImageToPdfSettings = {}): Operation<ResolvedImageToPdfOptions, 'image/to-pdf', ImageToPdfOptions> {
  const worker = withOcrSettings(
    pathToFileURL(createRequire(import.meta.url).resolve('@platen/image-to-pdf/worker')),
    ocr,
  );
  if (heicDecoder !== undefined) worker.searchParams.set('heic-decoder', heicDecoder.href);
  return defineOperation({
    name: 'image/to-pdf',
    title: 'Images to PDF',
    description: 'Build one PDF from images without touching their pixels.',
    accepts: heicDecoder === undefined ? accepts : [...accepts, 'image/heic'],
    files: { min: 1, max: null },
    options: createImageToPdfOptions(ocr.languageFolders),
    worker,
    // As long as `ocr` may take, for a text layer.
    limits: { timeoutMs: 600_000, timeoutMsPerMegabyte: 120_000 },
  });
}

/** `image/to-pdf` for all formats except HEIC, which needs a decoder of the host. */
export const imageToPdf = createImageToPdf();
