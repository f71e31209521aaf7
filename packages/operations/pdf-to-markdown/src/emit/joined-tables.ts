import type { Block, Inline, TableBlock, TableRow } from '@platen/flow-document';

/** Columns of one table differ in width by at most this much from page to page, in points: its pages are drawn from one layout. */
const widthTolerancePt = 2;

/**
 * A table and the part of it that follows in the next column or on a page after it: its rows as one, the header once. Null if
 * the two are tables of their own: the second neither repeats the header nor has columns as wide on the next page.
 */
export function joinedTable(table: TableBlock, next: TableBlock, lastPage: number | null): TableBlock | null {
  const [header] = table.rows;
  const [first] = next.rows;
  if (header === undefined || first === undefined) return null;
  if (table.isLayout === true || next.isLayout === true) return null;
  if (table.columnWidthsPt.length !== next.columnWidthsPt.length) return null;
  const headerText = rowText(header);
  if (/[^|\s]/.test(headerText) && headerText === rowText(first)) {
    return { ...table, rows: [...table.rows, ...next.rows.slice(1)] };
  }
  const goesOverleaf = lastPage !== null && next.pageNumber === lastPage + 1;
  return goesOverleaf && haveSameWidths(table, next) ? { ...table, rows: [...table.rows, ...next.rows] } : null;
}

function haveSameWidths({ columnWidthsPt }: TableBlock, next: TableBlock): boolean {
  return columnWidthsPt.every((width, index) => {
    return Math.abs(width - (next.columnWidthsPt[index] ?? 0)) <= widthTolerancePt;
  });
}

/** The text of its cells, with a bar between them. */
function rowText({ cells }: TableRow): string {
  return cells.map(({ blocks, columnSpan }) => `${blocks.map(blockText).join(' ')}${'|'.repeat(columnSpan)}`).join('');
}

function blockText(block: Block): string {
  return block.kind === 'table' ? block.rows.map(rowText).join(' ') : inlineText(block.inlines);
}

/** The text of inlines, places of pictures and notes left out. */
function inlineText(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (inline.kind === 'text' || inline.kind === 'page-number') return inline.text;
      if (inline.kind === 'link') return inlineText(inline.children);
      return inline.kind === 'tab' || inline.kind === 'break' ? ' ' : '';
    })
    .join('');
}
