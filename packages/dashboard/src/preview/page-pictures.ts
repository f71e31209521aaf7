import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type ConversionEngine, ConversionError, type ConversionSource } from '@platen/core';
import { createBoundedWork } from './bounded-work.ts';
import { createPictureCache } from './picture-cache.ts';

/** A page of a PDF as a picture. */
export interface PagePicture {
  /** Counted from 1. */
  readonly page: number;
  /** A `data:` address. */
  readonly image: string;
}

/** Draws pages for previews with `pdf/to-image` of the engine: confined like every conversion, but without a job record. */
export interface PagePictures {
  /** Pages of a stored PDF, beginning with page `from`. They are cached while there is room. */
  ofOutput(key: string, from: number, open: () => Promise<Readable>): Promise<readonly PagePicture[]>;
  /** The same for an uploaded file. */
  ofFile(data: ConversionSource, from: number): Promise<readonly PagePicture[]>;
}

const drawing = 'pdf/to-image';
/** Pages of one answer. */
const pagesAtOnce = 3;
/** Sharp at the width of half a screen; A4 is some 800 pixels wide and 60 KB. */
const dpi = 96;
const quality = 78;
const maxPagePixels = 12_000_000;
const runMs = 30_000;
/** Waiting for a free worker included: jobs go on meanwhile, and a preview is not worth more. */
const totalMs = 45_000;
/** The workers belong to the jobs: previews take two of them at most. */
const atOnce = 2;
const maxWaiting = 40;
const cacheBytes = 24 * 1024 * 1024;

export function createPagePictures(engine: ConversionEngine): PagePictures {
  const work = createBoundedWork(atOnce, maxWaiting);
  const cache = createPictureCache<readonly PagePicture[]>(cacheBytes, sizeOf);

  async function draw(data: ConversionSource, from: number): Promise<readonly PagePicture[]> {
    if (!engine.operations.has(drawing)) {
      throw new ConversionError(
        'NOT_FOUND',
        `Previews of pages need the operation ${drawing}, which this host does not have`,
      );
    }
    const options = { pages: `${from}-${from + pagesAtOnce - 1}`, dpi, quality, format: 'webp' };
    const settings = {
      limits: { maxPagePixels, maxRunMs: runMs, maxRunMsPerMegabyte: 0 },
      timeoutMs: runMs,
      signal: AbortSignal.timeout(totalMs),
    };
    await using conversion = await engine.convert(drawing, { fileName: 'preview.pdf', data }, options, settings);
    const pictures: PagePicture[] = [];
    for (const [index, { path }] of conversion.outputs.entries()) {
      const bytes = await readFile(path);
      pictures.push({ page: from + index, image: `data:image/webp;base64,${bytes.toString('base64')}` });
    }
    return pictures;
  }

  return {
    ofOutput: (key, from, open) => cache.get(`${key} ${from}`, () => work(async () => draw(await open(), from))),
    ofFile: (data, from) => work(() => draw(data, from)),
  };
}

function sizeOf(pictures: readonly PagePicture[]): number {
  return pictures.reduce((sum, { image }) => sum + image.length, 0);
}
