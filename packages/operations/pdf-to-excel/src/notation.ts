import { type DecimalSign, dateOrderOf, decimalSignOf, lastDaysOf, parseNumber } from '@platen/pdf-kit/values';
import type { SheetPage } from './sheet-model.ts';
import { type Notation, negativeSideOf } from './type-cells.ts';

/** How a document writes its numbers and dates, by all of its tables. */
export function notationOf(pages: readonly SheetPage[]): Notation {
  const decimal = decimalSignOf(textsOf(pages));
  // Nobody who writes a decimal comma begins a date with the month.
  const dates = pages.flatMap((page) => page.dates);
  const dateOrder = dateOrderOf([...textsOf(pages), ...dates]) ?? (decimal === ',' ? 'day-month' : null);
  return { decimal, dateOrder, lastDays: lastDaysOf(dates), negativeSide: sideOf(pages, decimal) };
}

function* textsOf(pages: readonly SheetPage[]): Generator<string> {
  for (const { items } of pages) {
    for (const item of items) if (item.kind === 'table') for (const { text } of item.table.cells) yield text;
  }
}

/** The side that counts as negative in the columns with sides: a page may have all its balances on one. */
function sideOf(pages: readonly SheetPage[], decimal: DecimalSign): Notation['negativeSide'] {
  const columns = pages.flatMap(({ items }) =>
    items.flatMap((item) =>
      item.kind === 'table' && !item.table.isForm
        ? [...Map.groupBy(item.table.cells, ({ column }) => column).values()]
        : [],
    ),
  );
  const sided = columns.filter((cells) =>
    cells.some(({ text }) => (parseNumber(text, decimal)?.side ?? null) !== null),
  );
  // What was told apart on one page holds on those where all are on one side; columns of several tables may differ.
  const sides = sided.map((cells) =>
    negativeSideOf(
      cells.map(({ text }) => text),
      decimal,
    ),
  );
  const known = new Set(sides.filter((side) => side !== null));
  return known.size === 1 ? ([...known][0] ?? null) : null;
}
