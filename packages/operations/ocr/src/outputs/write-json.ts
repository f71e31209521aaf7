import { open } from 'node:fs/promises';
import type { WorkerTask } from '@platen/core';
import { uniteBoxes } from '@platen/pdf-kit/geometry';
import type { PixelBox, RasterLine, RasterWord } from '@platen/pdf-kit/ocr';
import { lineText } from '@platen/pdf-kit/ocr';
import type { ResolvedOcrOptions } from '../operation.ts';
import { taskInput } from '../pages/open-scan.ts';
import type { PageText, PageTexts } from '../pages/page-text.ts';
import type { OcrDocument } from './json-document.ts';
import { placedWords, readingLines } from './reading-lines.ts';

type PageEntry = OcrDocument['pages'][number];
type LineEntry = PageEntry['lines'][number];

/** Writes an `OcrDocument`, a page at a time. */
export async function writeJson(task: WorkerTask<ResolvedOcrOptions>, pages: PageTexts, path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    const head = { format: 'platen-ocr/1', fileName: taskInput(task).fileName } as const;
    await file.appendFile(`${JSON.stringify(head).slice(0, -1)},"pages":[`);
    let separator = '\n';
    for await (const page of pages) {
      await file.appendFile(separator + JSON.stringify(pageEntry(page)));
      separator = ',\n';
    }
    await file.appendFile('\n]}\n');
  } finally {
    await file.close();
  }
}

function pageEntry(page: PageText): PageEntry {
  const { recognized } = page;
  return {
    page: page.page,
    width: rounded(page.widthPt),
    height: rounded(page.heightPt),
    recognized: recognized !== null,
    confidence: recognized === null || recognized.lines.length === 0 ? null : rounded(recognized.confidence),
    languages: [...(recognized?.languages ?? [])],
    rotation: recognized?.rotation ?? 0,
    skew: rounded(recognized?.skewDegrees ?? 0),
    lines: readingLines(page).map((line) => lineEntry(line, page)),
  };
}

function lineEntry(line: RasterLine, page: PageText): LineEntry {
  const placed = placedWords(line, page);
  return {
    text: lineText(line),
    box: edgesOf(uniteBoxes(placed.map(({ box }) => box))),
    direction: line.direction,
    paragraph: line.paragraph,
    words: placed.map(({ word, box, isKept }) => ({
      text: word.text,
      box: edgesOf(box),
      confidence: rounded(word.confidence),
      reader: isKept ? ('file' as const) : readerOf(word),
    })),
  };
}

function readerOf({ candidate }: RasterWord): 'first' | 'second' {
  return candidate === 'second reader' ? 'second' : 'first';
}

function edgesOf({ x0, y0, x1, y1 }: PixelBox): [number, number, number, number] {
  return [rounded(x0), rounded(y0), rounded(x1), rounded(y1)];
}

function rounded(value: number): number {
  return Math.round(1000 * value) / 1000;
}
