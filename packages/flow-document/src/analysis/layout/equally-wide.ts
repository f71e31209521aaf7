/** Columns of one text differ in width by less than this share, as their edges may be ragged. */
const equalShare = 0.15;

interface Sides {
  readonly x0: number;
  readonly x1: number;
}

/** Whether columns may be those of one text, or a picture fill one of them: what is beside a text is narrower. */
export function areEquallyWide(first: Sides, second: Sides): boolean {
  const [one, other] = [first.x1 - first.x0, second.x1 - second.x0];
  return Math.abs(one - other) < equalShare * Math.max(one, other);
}
