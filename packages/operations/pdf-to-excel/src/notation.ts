import {
  balanceSideOf,
  type DateOrder,
  type DecimalSign,
  dateFormOf,
  dateOrderOf,
  decimalSignOf,
  lastDaysOf,
} from '@platen/pdf-kit/values';
import type { SheetCell, SheetPage } from './sheet-model.ts';
import { type Notation, negativeSideOf } from './type-cells.ts';

/** How a document writes its numbers and dates, by all of its tables. */
export function notationOf(pages: readonly SheetPage[]): Notation {
  const decimal = decimalSignOf(textsOf(pages));
  // No notation with a decimal comma begins dates with the month.
  const dates = pages.flatMap((page) => page.dates);
  const dateOrder =
    dateOrderOf([...textsOf(pages), ...dates]) ?? (decimal === ',' ? 'day-month' : orderOfColumns(pages));
  return { decimal, dateOrder, lastDays: lastDaysOf(dates), negativeSide: sideOf(pages, decimal) };
}

/** The date order that all unambiguous columns agree on; it applies to the others. */
function orderOfColumns(pages: readonly SheetPage[]): DateOrder | null {
  const forms = columnsOf(pages).map((cells) =>
    dateFormOf(cells.map(({ text }) => text).filter((text) => text !== '')),
  );
  const orders = new Set(forms.filter((form) => form === 'day-month' || form === 'month-day'));
  return orders.size === 1 ? ([...orders][0] ?? null) : null;
}

function* textsOf(pages: readonly SheetPage[]): Generator<string> {
  for (const { items } of pages) {
    for (const item of items) if (item.kind === 'table') for (const { text } of item.table.cells) yield text;
  }
}

/** The side that counts as negative in the columns with sides: on a page, all balances may be on one. */
function sideOf(pages: readonly SheetPage[], decimal: DecimalSign): Notation['negativeSide'] {
  const sided = columnsOf(pages).filter((cells) => cells.some(({ text }) => balanceSideOf(text, decimal) !== null));
  // What was decided on one page applies to pages where all are on one side; columns of different tables may differ.
  const sides = sided.map((cells) =>
    negativeSideOf(
      cells.map(({ text }) => text),
      decimal,
    ),
  );
  const known = new Set(sides.filter((side) => side !== null));
  return known.size === 1 ? ([...known][0] ?? null) : null;
}

function columnsOf(pages: readonly SheetPage[]): readonly (readonly SheetCell[])[] {
  return pages.flatMap(({ items }) =>
    items.flatMap((item) =>
      item.kind === 'table' && !item.table.isForm
        ? [...Map.groupBy(item.table.cells, ({ column }) => column).values()]
        : [],
    ),
  );
}
