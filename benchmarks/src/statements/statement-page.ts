/** What a table cell prints, and what a workbook must hold for it. */
export interface PrintedCell {
  /** Lines of text; several where it wraps. */
  readonly lines: readonly string[];
  /** What must be stored: a number with its sign, a day, or text. */
  readonly value: number | Date | string;
  /** The side printed beside an amount, in a column of its own: where that is kept, the amount may have no sign. */
  readonly side?: string;
  /** It is drawn so far right of its place: an indent, or type that does not keep to its column. */
  readonly shiftPt?: number;
  /** A currency at the left edge of its column, apart from the digits. */
  readonly sign?: string;
}

/** One row as a reader sees it; null where a column is empty. */
export interface PrintedRow {
  readonly cells: readonly (PrintedCell | null)[];
  /** Which line of the row the single-line cells stand on. */
  readonly amountsOn: 'first' | 'last';
  readonly kind: 'record' | 'section' | 'total';
  /** A new page begins with it. */
  readonly startsPage?: boolean;
  /** White above it, beside what is usual. */
  readonly spaceAbovePt?: number;
}

export interface PrintedColumn {
  /** Lines of its heading. */
  readonly heading: readonly string[];
  readonly align: 'left' | 'right';
  readonly widthPt: number;
  readonly isAmount: boolean;
  /** Printed above its heading and those of the neighbours of the same group. */
  readonly group?: string;
}

/** How a table is ruled; `typed` as printers did that had nothing but letters: bars between columns, dashes for rules. */
export type RuleStyle = 'none' | 'header' | 'rows' | 'stripes' | 'grid' | 'typed';

/** A document that can be drawn and scored. */
export interface Statement {
  readonly layout: string;
  readonly title: string;
  readonly letterhead: readonly string[];
  readonly facts: readonly (readonly [string, string])[];
  readonly columns: readonly PrintedColumn[];
  readonly rows: readonly PrintedRow[];
  readonly notes: readonly string[];
  readonly look: {
    readonly font: 'sans' | 'serif' | 'mono';
    readonly sizePt: number;
    readonly linePt: number;
    readonly rowGapPt: number;
    readonly rules: RuleStyle;
    readonly repeatHeader: boolean;
    readonly boldHeader: boolean;
    /** Where headings are over columns of amounts; `column`, as the amounts are, by default. */
    readonly headings?: 'column' | 'left' | 'center';
    /** The letterhead is printed on every page. */
    readonly topOnEveryPage?: boolean;
    /** Printed below the last row of each page but the last. */
    readonly continued?: string;
    /** No heading is printed. */
    readonly bare?: boolean;
    /** Amounts end so far left of the end of their heading. */
    readonly amountInsetPt?: number;
    /** The type of the amounts, by that of the texts. */
    readonly amountScale?: number;
    /** The page is wider than high. */
    readonly landscape?: boolean;
    /** Whitespace between two columns at least; 6 by default. */
    readonly cellGapPt?: number;
    /** A page may end between the lines of one entry. */
    readonly breaksEntries?: boolean;
    /** Printed at the end of each page but the last, or at the beginning of each but the first. */
    readonly advert?: { readonly lines: readonly string[]; readonly at: 'end' | 'start'; readonly framed: boolean };
  };
  /** Whether a changed digit of any amount upsets a sum that is printed. */
  readonly hasSums: boolean;
  /** Entries side by side, each with so many of the columns: an entry is a row of its own to a reader. */
  readonly entryColumns?: number;
  /** The table that follows, under its own title. */
  readonly next?: Statement;
}
