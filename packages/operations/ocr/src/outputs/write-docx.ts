import { writeFile } from 'node:fs/promises';
import type { WorkerTask } from '@platen/core';
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow, TextRun, WidthType } from 'docx';
import type { ResolvedOcrOptions } from '../operation.ts';
import { taskInput } from '../pages/open-scan.ts';
import type { PageTexts } from '../pages/page-text.ts';
import { type PageBlock, type ParagraphBlock, pageBlocks, type TableBlock } from './page-blocks.ts';

/** Space after a paragraph, in twentieths of a point. */
const paragraphGap = 120;
const headings = { 1: HeadingLevel.HEADING_1, 2: HeadingLevel.HEADING_2 } as const;

/** Writes a Word document of headings, paragraphs and tables; each page of the scan begins a new page. */
export async function writeDocx(task: WorkerTask<ResolvedOcrOptions>, pages: PageTexts, path: string): Promise<void> {
  const children: (Paragraph | Table)[] = [];
  for await (const page of pages) {
    const blocks = pageBlocks(page);
    const starts = children.length > 0;
    // Only a paragraph can begin a page.
    if (blocks.length === 0 || (starts && blocks[0]?.kind === 'table')) {
      children.push(new Paragraph({ pageBreakBefore: starts }));
    }
    for (const [index, block] of blocks.entries()) children.push(...writeBlock(block, starts && index === 0));
  }
  const document = new Document({ title: taskInput(task).fileName, sections: [{ children }] });
  await writeFile(path, await Packer.toBuffer(document));
}

function writeBlock(block: PageBlock, startsPage: boolean): readonly (Paragraph | Table)[] {
  // Tables that follow each other would become one without a paragraph between them.
  return block.kind === 'table' ? [writeTable(block), new Paragraph({})] : [writeParagraph(block, startsPage)];
}

function writeParagraph({ text, rightToLeft, level }: ParagraphBlock, startsPage: boolean): Paragraph {
  return new Paragraph({
    ...(level === null ? {} : { heading: headings[level] }),
    pageBreakBefore: startsPage,
    bidirectional: rightToLeft,
    spacing: { after: paragraphGap },
    children: [new TextRun({ text, rightToLeft })],
  });
}

function writeTable({ table, rightToLeft }: TableBlock): Table {
  const rows = Array.from({ length: table.rowCount }, (_, row) => table.cells.filter((cell) => cell.row === row));
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    visuallyRightToLeft: rightToLeft,
    rows: rows.map(
      (cells, row) =>
        new TableRow({
          tableHeader: row < table.headerRows,
          children: cells.map(({ text, rowSpan, columnSpan }) => {
            const runs = text.split('\n').map((line) => new TextRun({ text: line, rightToLeft }));
            const lines = runs.map((run) => new Paragraph({ bidirectional: rightToLeft, children: [run] }));
            return new TableCell({ rowSpan, columnSpan, children: lines });
          }),
        }),
    ),
  });
}
