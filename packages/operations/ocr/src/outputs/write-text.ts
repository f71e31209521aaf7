import { open } from 'node:fs/promises';
import type { WorkerTask } from '@platen/core';
import { lineText } from '@platen/pdf-kit/ocr';
import type { ResolvedOcrOptions } from '../operation.ts';
import type { PageTexts } from '../pages/page-text.ts';
import { readingLines } from './reading-lines.ts';

/** Writes UTF-8 text: a line for each line, an empty one between paragraphs, a form feed after each page. */
export async function writeText(_task: WorkerTask<ResolvedOcrOptions>, pages: PageTexts, path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for await (const page of pages) {
      let paragraph: number | null = null;
      for (const line of readingLines(page)) {
        const gap = paragraph !== null && paragraph !== line.paragraph && page.recognized !== null;
        await file.appendFile(`${gap ? '\n' : ''}${lineText(line)}\n`);
        paragraph = line.paragraph;
      }
      await file.appendFile('\f');
    }
  } finally {
    await file.close();
  }
}
