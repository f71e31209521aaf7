import type { Random } from '@platen/cli/bench';
import type { Statement } from './statement-page.ts';

/** How a program puts a statement on its pages: what a reader hardly sees, and programs differ in. */
export interface Producer {
  /** What is placed at a time. */
  readonly pieces: 'cell' | 'word' | 'letter';
  /** The order in which the texts of a page are drawn: as they are read, column by column, or from the end. */
  readonly order: 'rows' | 'columns' | 'backwards';
  /** What rules are: lines, bars that are filled, lines of dashes, or frames around cells. */
  readonly rules: 'line' | 'bar' | 'dashes' | 'frame';
  /** The width of the letters, by that of the font, and the white added between them. */
  readonly squeeze: number;
  readonly spacingEm: number;
  /** The width of the table, by that of the design, and the widths of its columns, by their share of it. */
  readonly stretch: number;
  readonly widths: readonly number[];
  /** Where what has one line is in a row of several; as the statement has it by default. */
  readonly level?: 'middle' | 'bottom';
  readonly cellGapPt?: number;
  /** The heading is white on a dark ground. */
  readonly darkHeader: boolean;
  /** Negative amounts are red. */
  readonly redNegatives: boolean;
  /** Number and page of the statement at the top of each page. */
  readonly pageHead: boolean;
  /** Turned text beside the table, and behind it. */
  readonly formNumber?: string;
  readonly watermark?: string;
}

/** A program that does nothing peculiar. */
export const plainProducer: Producer = {
  pieces: 'cell',
  order: 'rows',
  rules: 'line',
  squeeze: 1,
  spacingEm: 0,
  stretch: 1,
  widths: [],
  darkHeader: false,
  redNegatives: false,
  pageHead: false,
};

/** The program behind a statement: one in four does nothing peculiar. */
export function producerOf(statement: Statement, random: Random): Producer {
  if (random.chance(0.25)) return plainProducer;
  const { look, rows } = statement;
  // Amounts below each other in one entry are level with its lines.
  const areSingle = rows.every(({ cells }) =>
    cells.every((cell) => typeof cell?.value !== 'number' || cell.lines.length === 1),
  );
  const isLevelled =
    areSingle && ((look.rowGapPt >= 3 && look.breaksEntries !== true) || ['rows', 'grid'].includes(look.rules));
  // What is typed keeps to its letters, and to the places that these give it.
  const isTyped = look.rules === 'typed';
  const isFixed = isTyped || look.font === 'mono';
  return {
    pieces: random.pick(['cell', 'cell', 'word', 'letter']),
    order: random.pick(['rows', 'rows', 'columns', 'backwards']),
    rules: random.pick(['line', 'bar', 'dashes', 'frame']),
    squeeze: isFixed ? 1 : random.pick([0.82, 0.9, 1, 1, 1.08]),
    spacingEm: isFixed ? 0 : random.pick([0, 0, 0, 0.02, 0.04]),
    stretch: isTyped ? 1 : random.pick([0.88, 0.94, 1, 1.04]),
    widths: isTyped ? [] : statement.columns.map(() => random.integer(92, 108) / 100),
    ...(isLevelled && random.chance(0.5) ? { level: random.pick(['middle', 'middle', 'bottom']) } : {}),
    ...(look.cellGapPt === undefined && (look.amountInsetPt ?? 0) >= 0 && random.chance(0.5)
      ? { cellGapPt: random.pick([4, 5, 8, 10]) }
      : {}),
    darkHeader: random.chance(0.3),
    redNegatives: random.chance(0.2),
    pageHead: random.chance(0.3),
    ...(random.chance(0.25)
      ? { formNumber: `${random.integer(100, 999)}/2-04 A ${random.integer(100_000, 999_999)}` }
      : {}),
    ...(random.chance(0.1) ? { watermark: random.pick(['COPY', 'DUPLICATE', 'KOPIE']) } : {}),
  };
}
