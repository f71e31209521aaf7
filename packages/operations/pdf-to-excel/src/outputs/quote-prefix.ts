import type { Cell } from 'exceljs';
import type WorkbookWriter from 'exceljs/lib/stream/xlsx/workbook-writer.js';
import { isFormulaLike } from './formula-like.ts';

interface QuotedStyle {
  quotePrefix?: boolean;
}

/** The part of exceljs's styles that is replaced. */
interface Styles {
  addStyleModel(style: QuotedStyle | undefined, cellType: unknown): number;
  readonly map: { readonly style: { toXml(style: unknown): string } };
}

/**
 * Marks a text that looks like a formula as text (`quotePrefix`, ECMA-376, 18.8.45): when the cell is edited or copied,
 * it stays one.
 */
export function quoteFormulaLike(cell: Cell): void {
  if (typeof cell.value === 'string' && isFormulaLike(cell.value)) (cell.style as QuotedStyle).quotePrefix = true;
}

/** Makes a workbook write these marks, which exceljs does not know. */
export function writeQuotePrefixes(workbook: WorkbookWriter): void {
  const { styles } = workbook as unknown as { readonly styles: Styles };
  const { addStyleModel } = styles;
  const { toXml } = styles.map.style;
  let isQuoted = false;
  styles.addStyleModel = (style, cellType) => {
    isQuoted = style?.quotePrefix === true;
    const id = addStyleModel.call(styles, style, cellType);
    isQuoted = false;
    return id;
  };
  styles.map.style.toXml = (style) => {
    const xml = toXml.call(styles.map.style, style);
    return isQuoted ? xml.replace('<xf ', '<xf quotePrefix="1" ') : xml;
  };
}
