import type { Paragraph, TableBlock, TableCellContent } from '@platen/flow-document';
import { expect, test } from 'vitest';
import { plainParagraph } from '../../../flow-document/src/model/plain-paragraph.ts';
import { plainStyle } from '../../../flow-document/test/plain-style.ts';
import { tableMarkdown } from '../src/emit/table-markdown.ts';

const context = { pictureName: () => null, noteLabel: () => '1', linkTo: () => {}, setApart: () => {} };

function paragraph(text: string): Paragraph {
  return plainParagraph([{ kind: 'text', text, style: plainStyle }], {});
}

function cell(texts: readonly string[], spans: Partial<TableCellContent> = {}): TableCellContent {
  const borders = { top: null, right: null, bottom: null, left: null };
  const blocks = texts.map(paragraph);
  const look = { fill: null, borders, verticalAlignment: 'top', textDirection: 'level' } as const;
  return { columnSpan: 1, rowSpan: 1, ...look, blocks, ...spans };
}

function table(...rows: readonly (readonly TableCellContent[])[]): TableBlock {
  return {
    kind: 'table',
    columnWidthsPt: [100, 100],
    indentLeftPt: 0,
    cellPaddingPt: 4,
    rightToLeft: false,
    floating: null,
    rows: rows.map((cells, index) => ({ heightPt: 20, isExact: false, header: index === 0, cells })),
  };
}

test('paragraphs of a cell are on its line', () => {
  const rows = table([cell(['Name']), cell(['Where'])], [cell(['a|b', 'c']), cell([])]);
  expect(tableMarkdown(rows, context)).toBe('| Name | Where |\n| --- | --- |\n| a\\|b<br>c |  |');
});

test('a table whose cells span is HTML, without an empty line in it', () => {
  const rows = table([cell(['A & B'], { columnSpan: 2 })], [cell(['<c>']), cell(['d', 'e'])]);
  expect(tableMarkdown(rows, context)).toBe(
    '<table>\n<tr><th colspan="2">A &amp; B</th></tr>\n<tr><td>&lt;c&gt;</td><td>d<br>e</td></tr>\n</table>',
  );
});

test('items of a list in a cell are one list', () => {
  const item = (text: string): Paragraph => ({ ...paragraph(text), list: { listId: '1', level: 0 } });
  const rows = table([cell(['A']), cell(['B'])], [cell([], { blocks: [item('x'), item('y')] }), cell(['z'])]);
  expect(tableMarkdown(rows, context)).toContain('<td><ul><li>x</li><li>y</li></ul></td><td>z</td>');
});
