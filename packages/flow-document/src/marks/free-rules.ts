import { sharedWidth } from '@platen/pdf-kit/geometry';
import type { ColumnLayout, PageLayout } from '../analysis/layout/page-layout.ts';
import type { BlockDraft } from '../analysis/types.ts';
import { isLevelRule, meetsUpright, sameEdgePt } from './drawn-boxes.ts';
import type { PageMark } from './page-marks.ts';
import { textBottom, textTop } from './text-edges.ts';

export interface FreeRules {
  /** The rules that are in the blank space above a block, from the top. */
  readonly above: ReadonlyMap<BlockDraft, readonly PageMark[]>;
  /** The marks that belong to the page. */
  readonly rest: readonly PageMark[];
}

/** Blank space this high must be around a rule that is on its own, in points. */
const roomPt = 1.5;
/** A rule this close to a table may be one of its own that was not found to be. */
const tableRoomPt = 8;

/**
 * Finds the level rules that are on their own in the blank space between two blocks of a column, such as those above notes:
 * they part what they are between, and go where it goes.
 */
export function findFreeRules({ bands }: PageLayout, marks: readonly PageMark[]): FreeRules {
  const above = new Map<BlockDraft, PageMark[]>();
  const taken = new Set<PageMark>();
  for (const mark of marks) {
    if (!isLevelRule(mark) || marks.some((other) => meetsUpright(mark, other))) continue;
    const below = bands.flatMap(({ columns }) => columns).map((column) => blockBelow(mark, column));
    const [block, ...others] = below.filter((found) => found !== null);
    if (block === undefined || others.length > 0) continue;
    above.set(
      block,
      [...(above.get(block) ?? []), mark].sort((first, second) => first.box.y0 - second.box.y0),
    );
    taken.add(mark);
  }
  for (const [block, rules] of above) {
    if (!areBeside(rules)) continue;
    above.delete(block);
    for (const rule of rules) taken.delete(rule);
  }
  return { above, rest: marks.filter((mark) => !taken.has(mark)) };
}

/** Whether two of some rules are level, as those to sign on are: paragraphs of their own would be one below the other. */
function areBeside(ordered: readonly PageMark[]): boolean {
  return ordered.some(({ box }, index) => index > 0 && box.y0 - (ordered[index - 1]?.box.y0 ?? 0) < roomPt);
}

/** The block of a column that a rule is above, when there is another one above the rule. */
function blockBelow({ box }: PageMark, { x0, x1, blocks, asides }: ColumnLayout): BlockDraft | null {
  const isInColumn = box.x0 > x0 - sameEdgePt && box.x1 < x1 + sameEdgePt;
  if (!isInColumn || asides.length > 0) return null;
  const index = blocks.findIndex((block) => topOf(block) > box.y0);
  const [before, after] = [blocks[index - 1], blocks[index]];
  if (before === undefined || after === undefined) return null;
  const isApart =
    box.y0 - bottomOf(before) > roomAt(before) &&
    topOf(after) - box.y0 > roomAt(after) &&
    blocks.every((block) => sharedWidth(block.box, box) <= 0 || block.box.y1 < box.y0 || block.box.y0 > box.y0);
  return isApart ? after : null;
}

function roomAt({ kind }: BlockDraft): number {
  return kind === 'paragraph' ? roomPt : tableRoomPt;
}

function topOf(block: BlockDraft): number {
  return block.kind === 'paragraph' ? textTop(block) : block.box.y0;
}

function bottomOf(block: BlockDraft): number {
  return block.kind === 'paragraph' ? textBottom(block) : block.box.y1;
}
