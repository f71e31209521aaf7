import type { Edge } from '../rules/edges.ts';

/** Blocks of a sheet with at least this many vertical rules each are separate tables */
const minRules = 4;
/** if at most this share of the rules of one are aligned with those of the other, */
const sharedRules = 0.5;
/** within this tolerance in points. */
const inLinePt = 2;

/** A vertical extent covered by vertical rules. */
interface Block {
  y1: number;
  readonly y0: number;
  readonly rules: number[];
}

/** Heights at which the columns of a printed sheet end and others begin. */
export function sheetBreaks(upright: readonly Edge[]): number[] {
  const blocks: Block[] = [];
  for (const { at, start, end, soft } of [...upright].sort((a, b) => a.start - b.start)) {
    if (soft) continue;
    const block = blocks.at(-1);
    if (block === undefined || start > block.y1 + inLinePt) blocks.push({ y0: start, y1: end, rules: [at] });
    else {
      block.rules.push(at);
      block.y1 = Math.max(block.y1, end);
    }
  }
  return blocks.slice(1).flatMap((below, index) => {
    const above = blocks[index];
    return above !== undefined && haveOwnColumns(above, below) ? [(above.y1 + below.y0) / 2] : [];
  });
}

function haveOwnColumns(above: Block, below: Block): boolean {
  const distinct = ({ rules }: Block) => [...new Set(rules.map((at) => Math.round(at / inLinePt)))];
  const [upper, lower] = [distinct(above), distinct(below)];
  const isShared = (at: number) => upper.some((other) => Math.abs(other - at) <= 1);
  return (
    Math.min(upper.length, lower.length) >= minRules && lower.filter(isShared).length <= sharedRules * lower.length
  );
}
