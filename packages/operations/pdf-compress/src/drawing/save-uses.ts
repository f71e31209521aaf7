import type { ContentOperator } from '@platen/pdf-kit/objects';

/** What a `q` and its `Q` are good for. */
export interface SaveUse {
  /** The operators between change the matrix, the clip or what only a dictionary can set. */
  readonly isNeeded: boolean;
  /** Nothing is drawn or marked between. */
  readonly isEmpty: boolean;
  /** The index of the `Q`. */
  readonly end: number;
}

const lasting = new Set(['cm', 'W', 'W*', 'gs']);
const visible = new Set('S s f F f* B B* b b* sh Do BI Tj TJ \' " BMC BDC EMC MP DP'.split(' '));

/**
 * By the index of a `q`, what it is good for; one without a `Q` is missing. `keepAll` holds what changes anything for
 * needed: a form cannot set back what it does not know.
 */
export function saveUses(operators: readonly ContentOperator[], keepAll: boolean): ReadonlyMap<number, SaveUse> {
  const uses = new Map<number, SaveUse>();
  const open: { start: number; isNeeded: boolean; isEmpty: boolean }[] = [];
  operators.forEach(({ operator, operands }, index) => {
    const top = open.at(-1);
    if (operator === 'q') open.push({ start: index, isNeeded: keepAll, isEmpty: true });
    else if (operator === 'Q') {
      const closed = open.pop();
      if (closed === undefined) return;
      const { start, isNeeded, isEmpty } = closed;
      uses.set(start, { isNeeded, isEmpty, end: index });
      const outer = open.at(-1);
      if (outer !== undefined && !isEmpty) outer.isEmpty = false;
    } else if (top !== undefined) {
      if (lasting.has(operator) && operands.join() !== '1,0,0,1,0,0') top.isNeeded = true;
      if (visible.has(operator)) top.isEmpty = false;
    }
  });
  return uses;
}
