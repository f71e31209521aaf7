import type { Random } from '@platen/cli/bench';
import { everydaySum, type Notation, printSum, type SignStyle, withSign } from './notation.ts';
import type { PrintedCell } from './statement-page.ts';

export const dayMs = 86_400_000;

/** What moved an account: out of it where the sum is negative. */
export interface Movement {
  readonly at: number;
  readonly cents: number;
  readonly balance: number;
  readonly isLastOfDay: boolean;
}

/** Movements of an account that stays in credit, from its opening balance on. */
export function movements(random: Random, count: number, opening: number): readonly Movement[] {
  let at = Date.UTC(2024, random.integer(0, 9), random.integer(1, 20));
  let balance = opening;
  let step = random.pick([0, 1, 2]);
  return Array.from({ length: count }, (_, index) => {
    at += step * dayMs;
    step = random.pick([0, 0, 1, 2]);
    const isCredit = random.chance(0.25) || balance < 500_000;
    const cents = isCredit ? random.integer(20_000, 400_000) : -everydaySum(random);
    balance += cents;
    return { at, cents, balance, isLastOfDay: step > 0 || index === count - 1 };
  });
}

/** A day that nothing tells the year of. */
export function dayAlone(at: number, { date }: Notation): PrintedCell {
  return { lines: [date(new Date(at))], value: 'code' };
}

/** An amount as it is printed, with its sign in the value. */
export function printed(cents: number, notation: Notation, style: SignStyle): PrintedCell {
  return { lines: [withSign(printSum(cents, notation), cents < 0, style)], value: cents / 100 };
}

/** A text of several lines. */
export function texts(lines: readonly string[]): PrintedCell {
  return { lines, value: lines.join(' ') };
}
