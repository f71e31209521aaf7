import { writeFile } from 'node:fs/promises';
import type { WorkerTask } from '@platen/core';
import type { RasterLine } from '@platen/pdf-kit/ocr';
import { Document, Packer, Paragraph, TextRun } from 'docx';
import type { OcrOptions } from '../operation.ts';
import { lineText } from '../pages/line-text.ts';
import { taskInput } from '../pages/open-scan.ts';
import type { PageText } from '../pages/page-text.ts';
import { readingLines } from './reading-lines.ts';
import type { PageTexts } from './write-output.ts';

/** Writes a Word document of plain paragraphs; each page of the scan begins a new page. */
export async function writeDocx(task: WorkerTask<OcrOptions>, pages: PageTexts, path: string): Promise<void> {
  const children: Paragraph[] = [];
  for await (const page of pages) {
    const paragraphs = joinParagraphs(page);
    const first = children.length > 0;
    if (paragraphs.length === 0) children.push(new Paragraph({ pageBreakBefore: first }));
    for (const [index, { text, rightToLeft }] of paragraphs.entries()) {
      children.push(
        new Paragraph({
          pageBreakBefore: first && index === 0,
          bidirectional: rightToLeft,
          spacing: { after: 120 },
          children: [new TextRun({ text, rightToLeft })],
        }),
      );
    }
  }
  const document = new Document({ title: taskInput(task).fileName, sections: [{ children }] });
  await writeFile(path, await Packer.toBuffer(document));
}

interface PlainParagraph {
  readonly text: string;
  readonly rightToLeft: boolean;
}

function joinParagraphs(page: PageText): readonly PlainParagraph[] {
  const groups = Map.groupBy(readingLines(page), ({ paragraph }) => paragraph);
  return [...groups.values()].map((lines) => ({
    text: joinLines(lines),
    rightToLeft: lines[0]?.direction === 'rtl',
  }));
}

/** Lines run on; a word broken by a hyphen before a small letter is put together again. */
function joinLines(lines: readonly RasterLine[]): string {
  return lines.map(lineText).reduce((text, line) => {
    if (/\p{L}[-\u00ad]$/u.test(text) && /^\p{Ll}/u.test(line)) return text.slice(0, -1) + line;
    return cjkSeam.test(text.slice(-1) + line.slice(0, 1)) ? text + line : `${text} ${line}`;
  });
}

const cjkSeam = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]{2}$/u;
