import { open } from 'node:fs/promises';
import type { WorkerTask } from '@platen/core';
import { uniteBoxes } from '@platen/pdf-kit/geometry';
import type { PixelBox, RasterLine } from '@platen/pdf-kit/ocr';
import type { ResolvedOcrOptions } from '../operation.ts';
import { taskInput } from '../pages/open-scan.ts';
import type { PageText, PageTexts } from '../pages/page-text.ts';
import { placedWords, readingLines } from './reading-lines.ts';

/** Boxes of hOCR are whole numbers: they are counted at this resolution. */
const hocrDpi = 300;

/** Writes hOCR 1.2 (http://kba.cloud/hocr-spec/1.2/): pages, paragraphs, lines and words with boxes and confidence. */
export async function writeHocr(task: WorkerTask<ResolvedOcrOptions>, pages: PageTexts, path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.appendFile(head(taskInput(task).fileName, task.options.language));
    for await (const page of pages) await file.appendFile(pageMarkup(page));
    await file.appendFile('</body>\n</html>\n');
  } finally {
    await file.close();
  }
}

function head(title: string, language: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8" />
<title>${escapeMarkup(title)}</title>
<meta name="ocr-system" content="platen" />
<meta name="ocr-langs" content="${language === 'auto' ? 'unknown' : escapeMarkup(language.replaceAll('+', ' '))}" />
<meta name="ocr-capabilities" content="ocr_page ocr_par ocr_line ocrx_word ocrp_wconf" />
</head>
<body>
`;
}

function pageMarkup(page: PageText): string {
  const box = { x0: 0, y0: 0, x1: page.widthPt, y1: page.heightPt };
  const lines = readingLines(page);
  const paragraphs = Map.groupBy(lines, ({ paragraph }) => paragraph);
  const markup = [...paragraphs.values()].map((group) => paragraphMarkup(page, group));
  return `<div class="ocr_page" id="page_${page.page}" title="${bbox(box)}; ppageno ${page.page - 1}; scan_res ${hocrDpi} ${hocrDpi}${confidenceOf(page)}">
${markup.join('')}</div>
`;
}

/** The mean confidence of a page that was read. */
function confidenceOf({ recognized }: PageText): string {
  return recognized === null ? '' : `; x_wconf ${Math.round(100 * recognized.confidence)}`;
}

function paragraphMarkup(page: PageText, lines: readonly RasterLine[]): string {
  const direction = lines[0]?.direction === 'rtl' ? ' dir="rtl"' : '';
  return `<p class="ocr_par"${direction}>\n${lines.map((line) => lineMarkup(page, line)).join('')}</p>\n`;
}

function lineMarkup(page: PageText, line: RasterLine): string {
  const words = placedWords(line, page).map(({ word: { text, confidence }, box }) => ({ text, confidence, box }));
  const markup = words.map(
    ({ text, box, confidence }) =>
      `<span class="ocrx_word" title="${bbox(box)}; x_wconf ${Math.round(100 * confidence)}">${escapeMarkup(text)}</span>`,
  );
  return `<span class="ocr_line" title="${bbox(uniteBoxes(words.map(({ box }) => box)))}">${markup.join(' ')}</span>\n`;
}

function bbox({ x0, y0, x1, y1 }: PixelBox): string {
  return `bbox ${[x0, y0, x1, y1].map((value) => Math.round((value * hocrDpi) / 72)).join(' ')}`;
}

function escapeMarkup(text: string): string {
  return text.replace(
    /[&<>"]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '',
  );
}
