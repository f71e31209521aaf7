import { parseNumber } from '@platen/pdf-kit/values';
import { isDoubtful } from './recognition.ts';
import type { SheetLine } from './sheet-model.ts';
import { type CellValue, dateIn, type Notation, numberFormat } from './type-cells.ts';

/** A line of text with the value of each of its texts. */
export interface TypedLine {
  readonly page: number;
  readonly texts: readonly (SheetLine['texts'][number] & {
    readonly value: CellValue;
    /** A number that was recognised with doubt. */
    readonly isDoubtful: boolean;
  })[];
}

/** Decides which texts of a line are numbers or dates. */
export function typedLine({ page, texts }: SheetLine, { decimal, dateOrder }: Notation): TypedLine {
  return {
    page,
    texts: texts.map((own, index) => {
      const date = dateIn(own.text, dateOrder);
      if (date !== null) return { ...own, value: date, isDoubtful: false };
      const printed = parseNumber(own.text, decimal);
      // A whole number at the left is a label, as in a list.
      const isLabel = index === 0 && (texts.length > 1 || printed?.decimals !== 2);
      if (printed === null || isLabel) return { ...own, value: { kind: 'text' }, isDoubtful: false };
      const value = { kind: 'number', value: printed.value, format: numberFormat(printed) } as const;
      return { ...own, value, isDoubtful: isDoubtful(own.recognition) };
    }),
  };
}
