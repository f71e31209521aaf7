import type { Block, TableBlock, TableRow } from '@platen/flow-document';
import { bordersXml } from './border-xml.ts';
import type { EmitContext } from './emit-context.ts';
import { type MergedCell, withMergedCells } from './merged-cells.ts';
import { paragraphXml } from './paragraph-xml.ts';
import { noIndent } from './shared-formats.ts';
import { element, hexColor, twips, valued } from './xml.ts';

/** Blocks one after the other, as the content of a cell, a header or a footnote. */
export function blocksXml(blocks: readonly Block[], context: EmitContext): string {
  return blocks
    .map((block) => (block.kind === 'table' ? tableXml(block, context) : paragraphXml(block, context)))
    .join('');
}

/** A table of fixed layout: its columns keep the widths they had on the page. */
export function tableXml(table: TableBlock, context: EmitContext): string {
  const widths = table.columnWidthsPt.map(twips);
  const padding = twips(table.cellPaddingPt);
  const properties = element(
    'w:tblPr',
    null,
    floatingXml(table),
    table.rightToLeft ? '<w:bidiVisual/>' : '',
    element('w:tblW', { 'w:w': sum(widths), 'w:type': 'dxa' }),
    element('w:tblInd', { 'w:w': twips(table.indentLeftPt), 'w:type': 'dxa' }),
    element('w:tblLayout', { 'w:type': 'fixed' }),
    element(
      'w:tblCellMar',
      null,
      ...(['top', 'left', 'bottom', 'right'] as const).map((side) =>
        element(`w:${side}`, { 'w:w': side === 'left' || side === 'right' ? padding : 0, 'w:type': 'dxa' }),
      ),
    ),
  );
  const grid = element('w:tblGrid', null, ...widths.map((width) => element('w:gridCol', { 'w:w': width })));
  const merged = withMergedCells(table.rows, widths.length);
  const rows = table.rows.map((row, index) => rowXml(row, merged[index] ?? [], widths, context));
  return element('w:tbl', null, properties, grid, ...rows);
}

/** Counted from the margin: LibreOffice 7.4 does not float what is placed in the lower left of the page itself. */
function floatingXml({ floating }: TableBlock): string {
  if (floating === null) return '';
  return element('w:tblpPr', {
    'w:leftFromText': 0,
    'w:rightFromText': 0,
    'w:vertAnchor': 'margin',
    'w:horzAnchor': 'page',
    'w:tblpX': Math.max(1, twips(floating.xPt)),
    // Zero would mean that it is in the line.
    'w:tblpY': twips(floating.yPt) || 1,
  });
}

function rowXml(row: TableRow, cells: readonly MergedCell[], widths: readonly number[], context: EmitContext): string {
  const properties = element(
    'w:trPr',
    null,
    '<w:cantSplit/>',
    element('w:trHeight', { 'w:val': Math.max(1, twips(row.heightPt)), 'w:hRule': row.isExact ? 'exact' : 'atLeast' }),
    row.header ? '<w:tblHeader/>' : '',
  );
  let column = 0;
  const written = cells.map((cell) => {
    const width = sum(widths.slice(column, column + cell.columnSpan));
    column += cell.columnSpan;
    return cellXml(cell, width, row.heightPt, context);
  });
  return element('w:tr', null, properties, ...written);
}

function cellXml(cell: MergedCell, width: number, rowHeightPt: number, context: EmitContext): string {
  const directions = { level: '', downwards: 'tbRl', upwards: 'btLr' } as const;
  const properties = element(
    'w:tcPr',
    null,
    element('w:tcW', { 'w:w': width, 'w:type': 'dxa' }),
    cell.columnSpan > 1 ? valued('w:gridSpan', cell.columnSpan) : '',
    cell.merge === 'none' ? '' : valued('w:vMerge', cell.merge),
    bordersXml('w:tcBorders', cell.borders),
    cell.fill === null ? '' : element('w:shd', { 'w:val': 'clear', 'w:color': 'auto', 'w:fill': hexColor(cell.fill) }),
    cell.textDirection === 'level' ? '' : valued('w:textDirection', directions[cell.textDirection]),
    cell.verticalAlignment === 'top' ? '' : valued('w:vAlign', cell.verticalAlignment),
  );
  // A cell must end with a paragraph.
  const closing = cell.blocks.at(-1)?.kind === 'paragraph' ? '' : emptyParagraphXml(rowHeightPt);
  return element('w:tc', null, properties, blocksXml(cell.blocks, { ...context, inCell: true }), closing);
}

/** Body text of any face fits rows that are higher, in points. */
const usualRowPt = 24;
/** Borders take the rest of a row. */
const lineShareOfRow = 0.9;

/** A line to type on that makes no row higher than it was, whatever the lines of body text are. */
function emptyParagraphXml(rowHeightPt: number): string {
  const line =
    rowHeightPt >= usualRowPt
      ? { 'w:line': 240, 'w:lineRule': 'auto' }
      : { 'w:line': Math.max(20, Math.floor(20 * lineShareOfRow * rowHeightPt)), 'w:lineRule': 'exact' };
  const spacing = element('w:spacing', { 'w:before': 0, 'w:after': 0, ...line });
  return element('w:p', null, element('w:pPr', null, spacing, noIndent));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
