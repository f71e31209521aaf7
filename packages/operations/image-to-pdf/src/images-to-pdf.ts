import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { limitExceeded, type TaskInput, type TaskOutput, type WorkerContext, type WorkerTask } from '@platen/core';
import { maxPassedPixels } from '@platen/pdf-kit';
import { writePdfA } from '@platen/pdf-kit/conformance';
import { createPdfWriter, type PdfWriter } from '@platen/pdf-kit/objects';
import type { Recognizer } from '@platen/pdf-kit/ocr';
import { documentEntries } from './document-entries.ts';
import type { HeicDecoder } from './heic-decoder.ts';
import type { ImagePage } from './image-page.ts';
import type { InputFile } from './input-image.ts';
import type { ResolvedImageToPdfOptions } from './operation.ts';
import { layOutPage, type PageLayout } from './page-layout.ts';
import { readPages } from './read-pages.ts';
import { createImageWriter, type ImageWriter } from './write-image.ts';
import { addObject, writeText } from './write-text.ts';

/** What a worker reads images with. */
export interface ImageReaders {
  readonly heicDecoder: HeicDecoder | null;
  /** Reads the text of images; made when first asked for, since it is large. */
  readonly recognizer: () => Promise<Recognizer>;
}

/** The share of the work that building the PDF is, where its text is read, too. */
const buildingShare = 0.1;

/** Builds the PDF: one file of the task after the other, so that memory holds one image at a time. */
export async function imagesToPdf(
  task: WorkerTask<ResolvedImageToPdfOptions>,
  context: WorkerContext,
  { heicDecoder, recognizer }: ImageReaders,
): Promise<readonly TaskOutput[]> {
  const baseName = (task.inputs[0]?.fileName ?? '').replace(/\.[^./\\]*$/, '') || 'images';
  const path = join(task.outputDir, 'images.pdf');
  const file = createPdfWriter(path, { version: '1.7', deflate: (bytes) => deflateSync(bytes, { level: 9 }) });
  try {
    const images = createImageWriter(file);
    const tree = file.reserve();
    const pages: number[] = [];
    for (const [index, input] of task.inputs.entries()) {
      for await (const page of readPages(inputFile(input, task, context), heicDecoder)) {
        checkPageCount(pages.length + 1, task);
        pages.push(await addPage(file, images, { page, layout: layOutPage(page, task.options), tree }));
      }
      const share = task.options.searchable === undefined ? 1 : buildingShare;
      context.progress((share * (index + 1)) / task.inputs.length);
    }
    file.writeObject(
      tree,
      `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((page) => `${page} 0 R`).join(' ')}]>>`,
    );
    file.finish(
      await documentEntries(file, { tree, title: task.options.title || baseName, language: task.options.language }),
    );
  } finally {
    file.abandon();
  }
  const fileName = `${baseName}.pdf`;
  await addText(path, fileName, task, context, recognizer);
  if (task.options.conformance !== undefined) {
    await writePdfA(path, path, { fileName, limits: task.limits, warn: context.warn });
  }
  return [{ path, fileName, mediaType: 'application/pdf' }];
}

/** Adds the text layer, if one is asked for. */
async function addText(
  path: string,
  fileName: string,
  { options, limits }: WorkerTask<ResolvedImageToPdfOptions>,
  context: WorkerContext,
  recognizer: ImageReaders['recognizer'],
): Promise<void> {
  if (options.searchable === undefined) return;
  const { makeSearchable } = await import('@platen/pdf-kit/ocr');
  await makeSearchable(path, {
    recognizer: await recognizer(),
    language: options.searchable,
    fileName,
    limits,
    maxPagePixels: limits.maxPagePixels,
    context: {
      warn: context.warn,
      progress: (share) => context.progress(buildingShare + (1 - buildingShare) * share),
    },
  });
}

function inputFile(
  { path, fileName, mediaType }: TaskInput,
  { limits }: WorkerTask,
  { warn }: WorkerContext,
): InputFile {
  return {
    path,
    fileName,
    mediaType,
    warn,
    checkPixels(width, height, treatment = 'decoded') {
      const allowed = treatment === 'decoded' ? limits.maxPagePixels : maxPassedPixels(limits.maxPagePixels);
      if (width * height <= allowed) return;
      throw limitExceeded(
        'pixel_limit',
        `The image "${fileName}" has ${Math.round(width)} x ${Math.round(height)} pixels, more than the ${allowed} allowed`,
        { limit: 'maxPagePixels', allowed, actual: Math.round(width * height), fileName },
      );
    },
  };
}

function checkPageCount(count: number, { limits }: WorkerTask): void {
  if (count <= limits.maxPages) return;
  throw limitExceeded('page_limit', `The images have more pages than the limit of ${limits.maxPages}`, {
    limit: 'maxPages',
    allowed: limits.maxPages,
  });
}

async function addPage(
  file: PdfWriter,
  images: ImageWriter,
  { page, layout, tree }: { readonly page: ImagePage; readonly layout: PageLayout; readonly tree: number },
): Promise<number> {
  const image = await images.write(page.image);
  const clip = layout.clip === null ? '' : `${layout.clip.map(decimal).join(' ')} re W n `;
  const content = await writeText(file, `${clip}${layout.matrix.map(decimal).join(' ')} cm/I Do`);
  const userUnit = layout.userUnit === 1 ? '' : `/UserUnit ${layout.userUnit}`;
  return addObject(
    file,
    `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 ${decimal(layout.widthPt)} ${decimal(layout.heightPt)}]${userUnit}` +
      `/Contents ${content} 0 R/Resources<</XObject<</I ${image} 0 R>>>>>>`,
  );
}

/** A number as PDF writes it: no exponent, and no more digits than a printer could tell apart. */
function decimal(value: number): string {
  return String(Number(value.toFixed(4)));
}
