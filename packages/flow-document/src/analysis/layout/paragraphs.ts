import { uniteBoxes } from '@platen/pdf-kit/geometry';
import { alignItems } from '../lists/item-alignment.ts';
import { readLabel } from '../lists/list-labels.ts';
import type { TaggedItems } from '../lists/tagged-items.ts';
import type { BlockDraft, Column, Fragment, ParagraphDraft } from '../types.ts';
import { runsBesideFigures } from './beside-figures.ts';
import { joinsParagraph } from './joins-paragraph.ts';
import { type LineBlock, lineBlocks } from './line-blocks.ts';
import { endOf } from './line-edges.ts';
import type { LineHabits } from './line-habits.ts';
import { alignmentOf } from './paragraph-alignment.ts';
import { paragraphThresholds } from './thresholds.ts';

/**
 * Joins the lines of a column into paragraphs. The test is whether the first word of a line would have fitted on the
 * line before: if it would, the author ended the paragraph there. It needs no threshold for how short a last line is.
 */
export function findParagraphs(column: Column, habits: LineHabits): readonly BlockDraft[] {
  const blocks: BlockDraft[] = [];
  let run: Fragment[] = [];
  const endRun = () => {
    for (const { fragments, column: own } of runsBesideFigures(run, column)) {
      blocks.push(...paragraphsOf(fragments, own, habits));
    }
    run = [];
  };
  for (const item of column.items) {
    if (item.kind === 'text') {
      run.push(item);
      continue;
    }
    endRun();
    blocks.push(item);
  }
  endRun();
  return alignItems(blocks);
}

function paragraphsOf(fragments: readonly Fragment[], column: Column, habits: LineHabits): readonly ParagraphDraft[] {
  return lineBlocks(fragments, column, habits).flatMap((block) =>
    splitBlock(block, column, habits).map((lines) => draftOf(lines, block, column, habits.items)),
  );
}

/** The lines of a block, paragraph by paragraph. */
function splitBlock(block: LineBlock, column: Column, habits: LineHabits): readonly (readonly Fragment[])[] {
  const paragraphs: Fragment[][] = [];
  block.fragments.forEach((fragment, index) => {
    const current = paragraphs.at(-1);
    const later = block.fragments.slice(index);
    const joins = current !== undefined && joinsParagraph(current, later, block, column, habits);
    if (joins) current.push(fragment);
    else paragraphs.push([fragment]);
  });
  return paragraphs;
}

function draftOf(
  fragments: readonly Fragment[],
  block: LineBlock,
  column: Column,
  items: TaggedItems | undefined,
): ParagraphDraft {
  const [first, last] = [fragments[0], fragments.at(-1)];
  if (first === undefined || last === undefined) throw new TypeError('A paragraph needs a line');
  const taggedLabel = items?.labelOf(first) ?? null;
  const roomPt = block.end - endOf(last, column);
  const pitch = fragments.length < 2 ? null : (last.baseline - first.baseline) / (fragments.length - 1);
  return {
    kind: 'paragraph',
    fragments,
    box: uniteBoxes(fragments.map(({ box }) => box)),
    alignment: alignmentOf(fragments, column),
    direction: first.direction,
    columnX0: column.x0,
    columnX1: column.x1,
    pitchPt: pitch,
    label: taggedLabel ?? readLabel(first),
    taggedItem: taggedLabel !== null,
    endsFull: roomPt < paragraphThresholds.fullEm * last.style.sizePt,
    roomPt,
  };
}
