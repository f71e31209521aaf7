import type { Random } from '@platen/cli/bench';
import { type ColumnKind, cellText, isNumeric, phrase, randomLocale } from './cell-texts.ts';

/** Which rules and fills a table is drawn with. */
export const tableStyles = ['grid', 'open-grid', 'rows', 'booktabs', 'columns', 'bands', 'unruled'] as const;
export type TableStyle = (typeof tableStyles)[number];

/** A cell in the truth: what its reader sees, and where. */
export interface DesignCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  readonly text: string;
  readonly bold: boolean;
  readonly indent: number;
  /** A currency sign set at the left edge of the column, apart from its number. */
  readonly sign: string;
}

export interface TableDesign {
  readonly style: TableStyle;
  readonly kinds: readonly ColumnKind[];
  readonly headerRows: number;
  readonly rowCount: number;
  readonly cells: readonly DesignCell[];
}

export interface DesignLimits {
  readonly mostColumns: number;
  readonly mostRows: number;
}

/** A random table: a header of one to three levels over rows of labels and values, or of an itemised list. */
export function designTable(random: Random, style: TableStyle, { mostColumns, mostRows }: DesignLimits): TableDesign {
  const listing = random.chance(0.35);
  const columnCount = random.integer(listing ? 3 : 2, mostColumns);
  const kinds = listing ? listingKinds(random, columnCount) : statisticsKinds(random, columnCount);
  const levels = listing || columnCount < 4 ? 1 : random.pick([1, 1, 2, 2, 3]);
  const titleCase = random.chance(0.3);
  const header = headerCells(random, kinds.length, levels, titleCase);
  const rows = listing ? random.integer(3, mostRows) : random.integer(4, mostRows);
  const body = bodyCells(random, { kinds, style, listing, titleCase, first: levels, rows });
  return { style, kinds, headerRows: levels, rowCount: levels + rows, cells: [...header, ...body] };
}

function statisticsKinds(random: Random, count: number): ColumnKind[] {
  const usual = random.pick<ColumnKind>(['integer', 'decimal', 'percent', 'money']);
  const mixed = random.chance(0.4);
  const values = Array.from({ length: count - 1 }, () =>
    mixed ? random.pick<ColumnKind>(['integer', 'decimal', 'percent']) : usual,
  );
  return ['label', ...values];
}

/** An invoice, a register: codes, dates and words, some notes that wrap, and a few numbers. */
function listingKinds(random: Random, count: number): ColumnKind[] {
  const first = random.pick<ColumnKind>(['label', 'code', 'date', 'word']);
  const rest = Array.from({ length: count - 1 }, (_, index) =>
    index > count - 3
      ? random.pick<ColumnKind>(['integer', 'decimal', 'word'])
      : random.pick<ColumnKind>(['word', 'note', 'code', 'date', 'integer']),
  );
  // More than two columns of long text leave no room for others.
  const notes = rest.flatMap((kind, index) => (kind === 'note' ? [index] : [])).slice(2);
  return [first, ...rest.map((kind, index) => (notes.includes(index) ? 'word' : kind))];
}

const plain = { rowSpan: 1, columnSpan: 1, bold: false, indent: 0, sign: '' };

function headerCells(random: Random, columnCount: number, levels: number, titleCase: boolean): DesignCell[] {
  const bold = random.chance(0.5);
  const years = random.chance(0.25) ? random.integer(1995, 2015) : null;
  const cells: DesignCell[] = [];
  const fill = (from: number, to: number, level: number) => {
    for (let column = from; column < to; ) {
      const width = level === levels - 1 ? 1 : Math.min(random.integer(1, 4), to - column);
      const rowSpan = width === 1 ? levels - level : 1;
      const text =
        width === 1 && years !== null ? String(years + column) : phrase(random, 1, width === 1 ? 3 : 4, titleCase);
      cells.push({ ...plain, row: level, column, rowSpan, columnSpan: width, text, bold });
      if (width > 1) fill(column, column + width, level + 1);
      column += width;
    }
  };
  const corner = random.chance(0.7) ? phrase(random, 1, 2, titleCase) : '';
  cells.push({ ...plain, row: 0, column: 0, rowSpan: levels, text: corner, bold });
  fill(1, columnCount, 0);
  return cells;
}

interface BodyPlan {
  readonly kinds: readonly ColumnKind[];
  readonly style: TableStyle;
  readonly listing: boolean;
  readonly titleCase: boolean;
  readonly first: number;
  readonly rows: number;
}

function bodyCells(random: Random, { kinds, style, listing, titleCase, first, rows }: BodyPlan): DesignCell[] {
  const locale = randomLocale(random);
  const grouped = !listing && random.chance(0.35);
  const totals = random.chance(0.4);
  const emptyShare = random.pick([0, 0, 0.04, 0.15]);
  const absent = random.pick(['', '–', 'n/a', '..']);
  const cells: DesignCell[] = [];
  let sinceHeading = 9;
  for (let index = 0; index < rows; index += 1) {
    const row = first + index;
    const last = index === rows - 1;
    if (grouped && sinceHeading > 2 && rows - index > 3 && (index === 0 || random.chance(0.4))) {
      const columnSpan = style === 'grid' ? kinds.length : 1;
      cells.push({ ...plain, row, column: 0, columnSpan, text: phrase(random, 1, 3, titleCase), bold: true });
      for (let column = columnSpan; column < kinds.length; column += 1) cells.push({ ...plain, row, column, text: '' });
      sinceHeading = 0;
      continue;
    }
    sinceHeading += 1;
    const total = last && totals;
    const signed = index === 0 || total;
    kinds.forEach((kind, column) => {
      const missing = column > 0 && random.chance(emptyShare);
      const value = missing ? (isNumeric(kind) ? absent : '') : cellText(random, kind, locale, titleCase);
      const text = total && column === 0 ? 'Total' : value;
      const sign = kind === 'money' && signed && isAmount(text) ? locale.currency : '';
      const indent = column === 0 && grouped && !total ? 1 : 0;
      cells.push({ ...plain, row, column, text, bold: total, indent, sign });
    });
  }
  return cells;
}

function isAmount(text: string): boolean {
  return /\d/.test(text);
}
