import type { Column, Fragment } from '../types.ts';

/** Where a line begins, in reading direction from the edge of its column where lines begin. */
export function startOf({ box, direction }: Pick<Fragment, 'box' | 'direction'>, column: Column): number {
  return direction === 'rtl' ? column.x1 - box.x1 : box.x0 - column.x0;
}

/** Where it ends, from the same edge. */
export function endOf({ box, direction }: Fragment, column: Column): number {
  return direction === 'rtl' ? column.x1 - box.x0 : box.x1 - column.x0;
}

/** The middle between its ends, on the page. */
export function centre({ box }: Fragment): number {
  return (box.x0 + box.x1) / 2;
}
