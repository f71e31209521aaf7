import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError, type WorkerContext, type WorkerTask } from '@platen/core';
import { chainMatrices, type Matrix } from '@platen/pdf-kit/geometry';
import { type RecognitionRequest, type Recognizer, readScanPage, type Scan, type ScanPage } from '@platen/pdf-kit/ocr';
import { loadSharp } from '@platen/pdf-kit/sharp';
import type { ResolvedOcrOptions } from '../operation.ts';
import { chooseTreatment } from './choose-treatment.ts';
import { openScan, taskInput } from './open-scan.ts';
import type { PageFiles, PagePicture, PageText, RecognizedText } from './page-text.ts';
import { warnOfDoubts } from './warn-of-doubts.ts';
import { withoutKeptWords } from './without-kept-words.ts';

const pictureDpi = 300;
const pictureQuality = 85;

/** Reads one page of a task: what it keeps and what is recognised on it. */
export async function readPage(
  task: WorkerTask<ResolvedOcrOptions>,
  page: number,
  recognizer: Recognizer,
  context: WorkerContext,
): Promise<PageFiles> {
  const scan = await openScan(task, context);
  try {
    const text = await readOpenPage(task, scan, page, recognizer, context).catch((error: unknown) => {
      const isOneOfMany = scan.pageCount > 1 && taskInput(task).mediaType === 'application/pdf';
      if (!isOneOfMany || !isDamage(error)) throw error;
      context.warn('PAGE_NOT_READ', `Page ${page} is damaged and was left as it is`);
      return unreadPage(page);
    });
    const path = join(task.outputDir, `page-${page}.json`);
    await writeFile(path, JSON.stringify(text));
    return { text: path, picture: text.picture?.path ?? null };
  } finally {
    scan.close();
  }
}

function isDamage(error: unknown): boolean {
  return ConversionError.is(error) && error.details.reason === 'damaged_file';
}

function unreadPage(page: number): PageText {
  return { page, widthPt: 0, heightPt: 0, recognized: null, kept: [], change: 'none', picture: null };
}

async function readOpenPage(
  task: WorkerTask<ResolvedOcrOptions>,
  scan: Scan,
  page: number,
  recognizer: Recognizer,
  context: WorkerContext,
): Promise<PageText> {
  const found = await scan.inspect(page);
  const { recognize, change } = chooseTreatment(found, task.options.mode);
  const size = { page, widthPt: found.widthPt, heightPt: found.heightPt };
  if (!recognize) return { ...size, recognized: null, kept: found.lines, change: 'none', picture: null };
  const kept = change === 'replace' ? [] : found.lines.filter(({ hidden }) => !hidden);
  const recognized = await recognizeOpenPage(scan, found, page, {
    recognizer,
    languages: task.options.language.split('+'),
    onProgress: context.progress,
    warn: context.warn,
  });
  return {
    ...size,
    recognized: { ...recognized, lines: withoutKeptWords(recognized, kept) },
    kept,
    change,
    picture: change === 'replace' ? await drawPicture(task, scan, page) : null,
  };
}

async function recognizeOpenPage(
  scan: Scan,
  found: ScanPage,
  page: number,
  {
    recognizer,
    warn,
    ...request
  }: RecognitionRequest & { readonly recognizer: Recognizer; readonly warn: WorkerContext['warn'] },
): Promise<RecognizedText> {
  const { raster, recognition } = await readScanPage(recognizer, scan, { page, found }, request);
  const { lines, rotation, skewDegrees, confidence, toRaster } = recognition;
  warnOfDoubts(page, recognition, request.languages, warn);
  const toPoints: Matrix = [found.widthPt / raster.widthPx, 0, 0, found.heightPt / raster.heightPx, 0, 0];
  return { lines, rotation, skewDegrees, confidence, toPage: chainMatrices(toRaster, toPoints) };
}

/** A picture of the page as it shows, for a page whose text is to be recognised again though it shows. */
async function drawPicture(task: WorkerTask<ResolvedOcrOptions>, scan: Scan, page: number): Promise<PagePicture> {
  const { data, widthPx, heightPx } = await scan.picture(page, pictureDpi);
  const path = join(task.outputDir, `page-${page}.jpg`);
  const sharp = await loadSharp();
  await sharp(data, { raw: { width: widthPx, height: heightPx, channels: 3 }, limitInputPixels: false })
    .jpeg({ quality: pictureQuality })
    .toFile(path);
  return { path, widthPx, heightPx };
}
