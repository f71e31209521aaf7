import type { Block, Paragraph, TableBlock, TableCellContent } from '@platen/flow-document';
import { inlineHtml } from './inline-html.ts';
import { type InlineContext, inlineMarkdown } from './inline-markdown.ts';

/** A table as rows of bars, or as HTML where its cells span others or hold lists or tables: Markdown has none of these. */
export function tableMarkdown(table: TableBlock, context: InlineContext): string {
  return isPlain(table) ? pipeTable(table, context) : tableHtml(table, context);
}

function isPlain({ rows }: TableBlock): boolean {
  return rows.every(({ cells }) =>
    cells.every(
      ({ columnSpan, rowSpan, blocks }) =>
        columnSpan === 1 && rowSpan === 1 && blocks.every((block) => block.kind === 'paragraph' && block.list === null),
    ),
  );
}

/** The first row is the header, which Markdown always has. */
function pipeTable({ rows, columnWidthsPt }: TableBlock, context: InlineContext): string {
  const [head = '', ...rest] = rows.map(({ cells }, index) => {
    const texts = cells.map((cell) => cellMarkdown(cell, index === 0, context));
    return `| ${texts.join(' | ')} |`;
  });
  return [head, `|${' --- |'.repeat(columnWidthsPt.length)}`, ...rest].join('\n');
}

function cellMarkdown({ blocks }: TableCellContent, isHeader: boolean, context: InlineContext): string {
  // Header cells are bold by themselves.
  const plain = isHeader ? { bold: false } : {};
  return paragraphsOf(blocks)
    .map(({ inlines }) => inlineMarkdown(inlines, context, { lineBreak: '<br>', plain }).trim())
    .filter((text) => text !== '')
    .join('<br>')
    .replaceAll('|', '\\|');
}

function paragraphsOf(blocks: readonly Block[]): readonly Paragraph[] {
  return blocks.filter((block) => block.kind === 'paragraph');
}

/** On lines without an empty one, which would end the HTML. */
function tableHtml({ rows }: TableBlock, context: InlineContext): string {
  const lines = rows.map(({ cells, header }) => {
    const tag = header ? 'th' : 'td';
    return `<tr>${cells.map((cell) => cellHtml(cell, tag, context)).join('')}</tr>`;
  });
  return ['<table>', ...lines, '</table>'].join('\n');
}

function cellHtml({ columnSpan, rowSpan, blocks }: TableCellContent, tag: 'th' | 'td', context: InlineContext): string {
  const spans = `${columnSpan > 1 ? ` colspan="${columnSpan}"` : ''}${rowSpan > 1 ? ` rowspan="${rowSpan}"` : ''}`;
  return `<${tag}${spans}>${blocksHtml(blocks, context)}</${tag}>`;
}

function blocksHtml(blocks: readonly Block[], context: InlineContext): string {
  let html = '';
  let endsWithText = false;
  for (const block of blocks) {
    const isText = block.kind === 'paragraph' && block.list === null;
    const content = block.kind === 'table' ? tableHtml(block, context) : inlineHtml(block.inlines, context);
    if (content === '') continue;
    if (block.kind === 'paragraph' && block.list !== null) {
      const isLast = html.endsWith('</li></ul>');
      html = isLast
        ? `${html.slice(0, -'</ul>'.length)}<li>${content}</li></ul>`
        : `${html}<ul><li>${content}</li></ul>`;
    } else html += endsWithText && isText ? `<br>${content}` : content;
    endsWithText = isText;
  }
  return html.replaceAll('\n', '');
}
