import type { Alignment, Borders, Cell, CellRichTextValue, Worksheet } from 'exceljs';
import type { SheetCell, SheetTable } from '../sheet-model.ts';
import type { CellValue } from '../type-cells.ts';
import { quoteFormulaLike } from './quote-prefix.ts';

/** Excel takes no more text in a cell. */
const maxCharacters = 32_767;
const thin = { style: 'thin', color: { argb: 'FF808080' } } as const;

/** Writes a table with its top-left cell in row `top` (from 1). */
export function writeTable(
  sheet: Worksheet,
  table: SheetTable,
  values: ReadonlyMap<SheetCell, CellValue>,
  top: number,
): void {
  for (const source of table.cells) {
    const cell = sheet.getCell(top + source.row, source.column + 1);
    if (source.rowSpan > 1 || source.columnSpan > 1) {
      const { row, column, rowSpan, columnSpan } = source;
      sheet.mergeCells(top + row, column + 1, top + row + rowSpan - 1, column + columnSpan);
    }
    writeValue(cell, source, values.get(source) ?? { kind: 'text' });
    applyLook(cell, source, source.row < table.headerRows);
  }
}

function writeValue(cell: Cell, source: SheetCell, value: CellValue) {
  if (value.kind !== 'text') {
    cell.value = value.value;
    cell.numFmt = value.format;
  } else if (source.runs !== null) {
    cell.value = richText(source);
  } else if (source.text !== '') {
    // A string is stored as a string: exceljs makes no formula of a leading "=".
    cell.value = source.text.slice(0, maxCharacters);
    quoteFormulaLike(cell);
  }
}

function richText({ runs }: SheetCell): CellRichTextValue {
  return {
    richText: (runs ?? []).map(({ text, script }) =>
      script === 'normal' ? { text } : { text, font: { vertAlign: script } },
    ),
  };
}

function applyLook(cell: Cell, source: SheetCell, header: boolean) {
  const font = {
    ...(source.bold || header ? { bold: true } : {}),
    ...(source.italic ? { italic: true } : {}),
    ...(source.color === '#000000' ? {} : { color: { argb: toArgb(source.color) } }),
  };
  if (Object.keys(font).length > 0) cell.font = font;
  if (source.fill !== null) {
    cell.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: toArgb(source.fill) } };
  }
  const borders = bordersOf(source);
  if (Object.keys(borders).length > 0) cell.border = borders;
  cell.alignment = alignmentOf(source);
}

function alignmentOf({ align, text, rowSpan }: SheetCell): Partial<Alignment> {
  return {
    horizontal: align,
    vertical: rowSpan > 1 ? 'middle' : 'top',
    ...(text.includes('\n') ? { wrapText: true } : {}),
  };
}

function bordersOf({ borders }: SheetCell): Partial<Borders> {
  return {
    ...(borders.top ? { top: thin } : {}),
    ...(borders.right ? { right: thin } : {}),
    ...(borders.bottom ? { bottom: thin } : {}),
    ...(borders.left ? { left: thin } : {}),
  };
}

function toArgb(color: string): string {
  return `FF${color.slice(1).toUpperCase()}`;
}
