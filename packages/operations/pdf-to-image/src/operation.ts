import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { defineOperation, type Operation } from '@platen/core';
import { booleanOption, choiceOption, numberOption, pagesOption, passwordOption } from '@platen/pdf-kit/options';
import * as z from '@platen/pdf-kit/zod';
import type { PdfToImageOptions } from './pdf-to-image-options.ts';

/** The drawing engine takes a gigabyte at most; the rest is for encoding and the thread itself. */
const memoryBytes = 1.5 * 1024 * 1024 * 1024;

const defaultDpi = 150;

/** The most that every image format has for a side is the 16 383 pixels of WebP. */
const maxSidePixels = 16_383;

const sideOption = numberOption({ min: 1, max: maxSidePixels }).optional();

/**
 * The schema of the options of `pdf/to-image`, from JSON or the fields of a form. Form fields, flags and OpenAPI are derived
 * from it.
 */
export const pdfToImageOptions = z
  .object({
    dpi: numberOption({ min: 24, max: 600 }).default(defaultDpi).describe('Pixels per inch of the page'),
    width: sideOption.describe('Largest width in pixels, instead of dpi; pages keep their shape'),
    height: sideOption.describe('Largest height in pixels, instead of dpi'),
    format: choiceOption(['png', 'jpg', 'webp', 'tiff'], 'Image format; tiff is one file of all pages', {
      synonyms: { jpeg: 'jpg', tif: 'tiff' },
    }),
    zip: booleanOption(false, 'Put all images into one ZIP archive'),
    quality: numberOption({ min: 1, max: 100 }).default(85).describe('Quality of JPEG and WebP, 1–100'),
    pages: pagesOption,
    color: choiceOption(['color', 'gray', 'mono'], 'Colours of the images; mono is black and white'),
    transparent: booleanOption(false, 'Leave unpainted paper transparent (PNG and WebP in colour)'),
    password: passwordOption,
  })
  .superRefine(({ dpi, width, height, format, zip, color, transparent }, context) => {
    const side = width === undefined ? (height === undefined ? null : 'height') : 'width';
    if (side !== null && dpi !== defaultDpi) {
      context.addIssue({ code: 'custom', path: ['dpi'], message: `cannot be used together with "${side}"` });
    }
    if (zip && format === 'tiff') {
      context.addIssue({
        code: 'custom',
        path: ['zip'],
        message: 'cannot be used with the format tiff, which is one file',
      });
    }
    if (transparent && !keepsAlpha({ format, color })) {
      context.addIssue({ code: 'custom', path: ['transparent'], message: 'needs the format png or webp, in colour' });
    }
  });

/** Whether images of this format and these colours have an alpha channel here. */
function keepsAlpha({ format, color }: { readonly format: string; readonly color: string }): boolean {
  return (format === 'png' || format === 'webp') && color === 'color';
}

/** The options of `pdf/to-image` as its worker gets them: checked, with all defaults. */
export type ResolvedPdfToImageOptions = z.output<typeof pdfToImageOptions>;

/** `pdf/to-image`: draws pages of a PDF as image files, or as one file with several pages, in the order of the selection. */
export const pdfToImage: Operation<ResolvedPdfToImageOptions, 'pdf/to-image', PdfToImageOptions> = defineOperation({
  name: 'pdf/to-image',
  title: 'PDF to images',
  description: 'Render the pages of a PDF as PNG, JPEG, WebP or TIFF.',
  accepts: ['application/pdf'],
  files: { min: 1, max: 1 },
  options: pdfToImageOptions,
  worker: pathToFileURL(createRequire(import.meta.url).resolve('@platen/pdf-to-image/worker')),
  limits: { memoryBytes },
});
