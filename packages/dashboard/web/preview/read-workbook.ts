import { readZip } from './read-zip.ts';

export interface Cell {
  readonly text: string;
  readonly isNumber: boolean;
  readonly isBold: boolean;
  readonly columns: number;
  readonly rows: number;
}

export interface Sheet {
  readonly name: string;
  readonly columnCount: number;
  /** Null where a merged cell covers the place. */
  readonly rows: readonly (readonly (Cell | null)[])[];
  readonly isCut: boolean;
}

const maxRows = 200;
const maxColumns = 50;
const maxSheets = 50;
const empty: Cell = { text: '', isNumber: false, isBold: false, columns: 1, rows: 1 };

/** The cells of a workbook as they read, of each sheet as many as a preview shows. */
export async function readWorkbook(buffer: ArrayBuffer): Promise<readonly Sheet[]> {
  const zip = readZip(buffer);
  const xml = async (name: string) => {
    const text = await zip.text(name);
    return text === null ? null : new DOMParser().parseFromString(text, 'application/xml');
  };
  const book = await xml('xl/workbook.xml');
  const relations = await xml('xl/_rels/workbook.xml.rels');
  if (book === null || relations === null) throw new Error('This is not a workbook');
  const targets = new Map(
    all(relations, 'Relationship').map((each) => [each.getAttribute('Id'), each.getAttribute('Target') ?? '']),
  );
  const shared = all(await xml('xl/sharedStrings.xml'), 'si').map(textOf);
  const styles = readStyles(await xml('xl/styles.xml'));
  const sheets: Sheet[] = [];
  for (const sheet of all(book, 'sheet').slice(0, maxSheets)) {
    const target = targets.get(sheet.getAttribute('r:id')) ?? '';
    const content = await xml(target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    if (content !== null) sheets.push(readSheet(sheet.getAttribute('name') ?? '', content, shared, styles));
  }
  return sheets;
}

interface Style {
  readonly format: string;
  readonly isBold: boolean;
}

/** Formats that have a number and no text (ECMA-376, 18.8.30): those that dates and shares use. */
const builtInFormats: Readonly<Record<string, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'yyyy-mm-dd',
  22: 'yyyy-mm-dd hh:mm',
};

function readStyles(xml: Document | null): readonly Style[] {
  const formats = new Map(
    all(xml, 'numFmt').map((each) => [each.getAttribute('numFmtId'), each.getAttribute('formatCode') ?? '']),
  );
  const fonts = all(xml?.querySelector('fonts') ?? null, 'font').map(
    (font) => font.getElementsByTagName('b').length > 0,
  );
  return all(xml?.querySelector('cellXfs') ?? null, 'xf').map((each) => {
    const id = each.getAttribute('numFmtId') ?? '0';
    return {
      format: formats.get(id) ?? builtInFormats[id] ?? '',
      isBold: fonts[Number(each.getAttribute('fontId') ?? 0)] ?? false,
    };
  });
}

function readSheet(name: string, xml: Document, shared: readonly string[], styles: readonly Style[]): Sheet {
  const spans = readSpans(xml);
  const rows: (Cell | null)[][] = [];
  let columnCount = 0;
  let isCut = false;
  for (const row of all(xml, 'row')) {
    const index = Number(row.getAttribute('r') ?? rows.length + 1) - 1;
    if (index >= maxRows) {
      isCut = true;
      break;
    }
    while (rows.length <= index) rows.push([]);
    for (const cell of all(row, 'c')) {
      const column = columnOf(cell.getAttribute('r') ?? '');
      if (column >= maxColumns) {
        isCut = true;
        continue;
      }
      columnCount = Math.max(columnCount, column + 1);
      const cells = rows[index] ?? [];
      while (cells.length <= column) cells.push(empty);
      cells[column] = readCell(cell, shared, styles, spans.get(`${index} ${column}`));
    }
  }
  for (const [place, { columns, rows: rowCount }] of spans) {
    const [row = 0, column = 0] = place.split(' ').map(Number);
    cover(rows, row, column, columns, rowCount);
  }
  return { name, columnCount, rows, isCut };
}

interface Span {
  readonly columns: number;
  readonly rows: number;
}

function readSpans(xml: Document): ReadonlyMap<string, Span> {
  return new Map(
    all(xml, 'mergeCell').map((each) => {
      const [from = '', to = from] = (each.getAttribute('ref') ?? '').split(':');
      const [row, column] = [rowOf(from), columnOf(from)];
      return [`${row} ${column}`, { columns: columnOf(to) - column + 1, rows: rowOf(to) - row + 1 }];
    }),
  );
}

/** Places under a merged cell have no cell of their own. */
function cover(rows: (Cell | null)[][], row: number, column: number, columns: number, rowCount: number): void {
  for (let y = row; y < Math.min(row + rowCount, rows.length); y += 1) {
    const cells = rows[y] ?? [];
    while (cells.length < Math.min(column + columns, maxColumns)) cells.push(empty);
    for (let x = column; x < Math.min(column + columns, maxColumns); x += 1)
      if (x !== column || y !== row) cells[x] = null;
  }
}

function readCell(cell: Element, shared: readonly string[], styles: readonly Style[], span: Span | undefined): Cell {
  const type = cell.getAttribute('t') ?? 'n';
  const value = cell.getElementsByTagName('v')[0]?.textContent ?? '';
  const style = styles[Number(cell.getAttribute('s') ?? 0)];
  const isNumber = type === 'n' && value !== '';
  const text = type === 's' ? (shared[Number(value)] ?? '') : type === 'inlineStr' ? textOf(cell) : value;
  return {
    text: isNumber ? formatNumber(Number(value), style?.format ?? '') : text,
    isNumber,
    isBold: style?.isBold ?? false,
    columns: span?.columns ?? 1,
    rows: span?.rows ?? 1,
  };
}

/** Dates, shares, fixed places and groups of digits; the rest of a format is left to Excel. */
function formatNumber(value: number, format: string): string {
  const [first = ''] = format.split(';');
  const bare = first.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '');
  if (/[ymdhs]/i.test(bare) && !/general/i.test(bare)) {
    const time = new Date(Math.round((value - 25_569) * 86_400_000));
    if (Number.isNaN(time.getTime())) return String(value);
    return time
      .toISOString()
      .slice(0, /h/i.test(bare) ? 16 : 10)
      .replace('T', ' ');
  }
  const places = /\.(0+)/.exec(bare)?.[1]?.length;
  const digits = {
    useGrouping: bare.includes(','),
    ...(places === undefined
      ? { maximumFractionDigits: 10 }
      : { minimumFractionDigits: places, maximumFractionDigits: places }),
  };
  if (bare.includes('%'))
    return `${(100 * value).toLocaleString('en', { ...digits, maximumFractionDigits: places ?? 0 })} %`;
  return value.toLocaleString('en', digits);
}

function all(parent: Document | Element | null, name: string): readonly Element[] {
  return parent === null ? [] : [...parent.getElementsByTagName(name)];
}

function textOf(element: Element): string {
  return all(element, 't')
    .map(({ textContent }) => textContent ?? '')
    .join('');
}

function rowOf(place: string): number {
  return Number(/\d+/.exec(place)?.[0] ?? 1) - 1;
}

function columnOf(place: string): number {
  let column = 0;
  for (const letter of /^[A-Z]+/.exec(place)?.[0] ?? 'A') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
