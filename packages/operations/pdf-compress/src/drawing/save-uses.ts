import type { ContentOperator } from '@platen/pdf-kit/objects';
import { isClipPainted } from './paint-path.ts';

/** What a pair of `q` and `Q` is needed for. */
export interface SaveUse {
  /** The operators between them change the matrix, the clipping path, or parameters that only a dictionary can set. */
  readonly isNeeded: boolean;
  /** Nothing is drawn or marked between them. */
  readonly isEmpty: boolean;
  /** The index of the `Q`. */
  readonly end: number;
}

const lasting = new Set(['cm', 'W', 'W*', 'gs']);
const visible = new Set('S s f F f* B B* b b* sh Do BI Tj TJ \' " BMC BDC EMC MP DP'.split(' '));

/**
 * The use of each `q`, by its index; without an entry for one that has no `Q`. With `keepAll`, all are needed: a form cannot
 * undo changes of parameters whose inherited values it does not know.
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
      const isLeftOpen = operator.startsWith('W') && !isClipPainted(operators, index);
      if (visible.has(operator) || isLeftOpen) top.isEmpty = false;
    }
  });
  return uses;
}
