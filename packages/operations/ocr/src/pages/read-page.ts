import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError, type WorkerContext, type WorkerTask } from '@platen/core';
import {
  type PixelBox,
  type RecognizePage,
  type Recognizer,
  readScanPage,
  recognizedText,
  type Scan,
  type ScanLine,
  warnOfDoubts,
} from '@platen/pdf-kit/ocr';
import { loadSharp } from '@platen/pdf-kit/sharp';
import type { ResolvedOcrOptions } from '../operation.ts';
import { chooseTreatment } from './choose-treatment.ts';
import { openScan, taskInput } from './open-scan.ts';
import type { PageFiles, PagePicture, PageText } from './page-text.ts';
import type { PagePart } from './plan-pages.ts';
import { withoutKeptWords } from './without-kept-words.ts';

const pictureDpi = 300;
const pictureQuality = 85;

/** What reads pages. */
export interface PageReader {
  readonly recognizer: Recognizer;
  readonly recognize: RecognizePage;
  /** What was read of pages that show the same as others. */
  readonly equalPages: EqualPages;
}

/** Keeps what was read of pages that show the same. */
export interface EqualPages {
  /** Reads a page, unless it is known. */
  read(part: PagePart, read: (page: number) => Promise<KnownPage>): Promise<PageText>;
}

/** What was read of a page, and whether it is so without more being said of it. */
export interface KnownPage {
  readonly text: PageText;
  readonly isPlain: boolean;
}

/** Pages that are kept. A page of 5 000 words takes a megabyte or two. */
const maxKept = 16;

/** Keeps the last 16 pages, for all jobs together. A page with a picture of its own, or with warnings, is read for itself. */
export function createEqualPages(): EqualPages {
  const kept = new Map<string, PageText>();
  return {
    async read({ page, job, likePage }, read) {
      const key = `${job} ${likePage}`;
      const known = likePage === null ? undefined : kept.get(key);
      if (known !== undefined) return { ...known, page };
      const { text, isPlain } = await read(page);
      if (likePage === null || !isPlain || text.picture !== null) return text;
      kept.set(key, text);
      const [oldest] = kept.keys();
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
      return text;
    },
  };
}

/** Reads the pages of a part, for which the file is opened once: what each keeps and what is recognised on it. */
export async function readPages(
  task: WorkerTask<ResolvedOcrOptions>,
  parts: readonly PagePart[],
  reader: PageReader,
  context: WorkerContext,
): Promise<readonly PageFiles[]> {
  const file = createOpenFile(task, context);
  const files: PageFiles[] = [];
  try {
    for (const part of parts) {
      const progress = (share: number) => context.progress((files.length + share) / parts.length);
      const text = await reader.equalPages.read(part, (page) =>
        readAnew(task, file, page, reader, { ...context, progress }),
      );
      const path = join(task.outputDir, `page-${part.page}.json`);
      await writeFile(path, JSON.stringify(text));
      files.push({ text: path, picture: text.picture?.path ?? null });
      context.progress(files.length / parts.length);
    }
    return files;
  } finally {
    file.close();
  }
}

/** The file of a task, opened when a page of it is read. */
interface OpenFile {
  scan(): Promise<Scan>;
  /** Also after a page that could not be read, which may have broken the engine: it is then opened again. */
  close(): void;
}

function createOpenFile(task: WorkerTask<ResolvedOcrOptions>, context: WorkerContext): OpenFile {
  let opened: Scan | null = null;
  return {
    async scan() {
      opened ??= await openScan(task, context);
      return opened;
    },
    close() {
      opened?.close();
      opened = null;
    },
  };
}

async function readAnew(
  task: WorkerTask<ResolvedOcrOptions>,
  file: OpenFile,
  page: number,
  reader: PageReader,
  context: WorkerContext,
): Promise<KnownPage> {
  let isPlain = true;
  const warn: WorkerContext['warn'] = (...warning) => {
    isPlain = false;
    context.warn(...warning);
  };
  const scan = await file.scan();
  const text = await readOpenPage(task, scan, page, reader, { ...context, warn }).catch((error: unknown) => {
    const isOneOfMany = scan.pageCount > 1 && taskInput(task).mediaType === 'application/pdf';
    if (!isOneOfMany || !isDamage(error)) throw error;
    file.close();
    warn('PAGE_NOT_READ', `Page ${page} is damaged and was left as it is`);
    return unreadPage(page);
  });
  return { text, isPlain };
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
  { recognizer, recognize: recognizePage }: PageReader,
  context: WorkerContext,
): Promise<PageText> {
  const found = await scan.inspect(page);
  const { recognize, pictures, change } = chooseTreatment(found, task.options.mode);
  const size = { page, widthPt: found.widthPt, heightPt: found.heightPt };
  if (recognize === 'nothing') return { ...size, recognized: null, kept: found.lines, change: 'none', picture: null };
  const kept = change === 'replace' ? [] : found.lines.filter(({ hidden }) => !hidden);
  const request = { languages: task.options.language.split('+'), onProgress: context.progress };
  const parts = recognize === 'page' ? null : { within: pictures, without: boxesOf(kept) };
  const reading = await readScanPage(recognizer, scan, { page, found, parts, recognize: recognizePage }, request);
  if (reading.isCut) {
    context.warn(
      'PAGE_DEGRADED',
      `A picture on page ${page} is damaged: it ends before its last row, and only part of it was read`,
    );
  }
  if (parts !== null && reading.recognition.lines.length === 0)
    return { ...size, recognized: null, kept, change, picture: null };
  const recognized = recognizedText(found, reading);
  warnOfDoubts(page, reading.recognition, recognized.languages, context.warn);
  return {
    ...size,
    recognized: { ...recognized, lines: withoutKeptWords(recognized, kept) },
    kept,
    change,
    picture: change === 'replace' ? await drawPicture(task, scan, page) : null,
  };
}

function boxesOf(lines: readonly ScanLine[]): readonly PixelBox[] {
  return lines.flatMap(({ words }) => words.map(({ box }) => box));
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
