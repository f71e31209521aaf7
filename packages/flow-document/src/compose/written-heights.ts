import { median } from '@platen/pdf-kit/statistics';
import type { PageLayout } from '../analysis/layout/page-layout.ts';
import type { RunStyles } from '../analysis/text/run-styles.ts';
import type { BlockDraft, ParagraphDraft } from '../analysis/types.ts';
import { baseStyleOf } from './base-style.ts';
import { type LineSetting, lineSetting } from './line-height.ts';

/** How high the blocks of a document will be where they are written, in points: what a page has room for is asked with this. */
export interface WrittenHeights {
  /** The height of a line; 0 for what is no paragraph. */
  lineOf(block: BlockDraft | undefined): number;
  /** Where the first line of a paragraph begins on its page; null for other blocks. */
  topOf(block: BlockDraft): number | null;
  /** The space between two blocks of one column that follow each other. */
  spaceBetween(above: BlockDraft, block: BlockDraft): number;
  /** The space that blocks like these have between them elsewhere, and will have if they meet; 0 if none are known. */
  usualSpaceBetween(above: BlockDraft, block: BlockDraft): number;
}

/** Measures the blocks of the pages of a document, by the lines that their paragraphs are written with. */
export function measureWrittenHeights(layouts: readonly PageLayout[], runStyles: RunStyles): WrittenHeights {
  const settings = new Map<ParagraphDraft, LineSetting>();
  const settingOf = (draft: ParagraphDraft) => {
    const setting = settings.get(draft) ?? lineSetting(baseStyleOf(draft, runStyles), draft.pitchPt);
    settings.set(draft, setting);
    return setting;
  };
  const topOf = (block: BlockDraft) => {
    const line = block.kind === 'paragraph' ? block.fragments[0] : undefined;
    return block.kind !== 'paragraph' || line === undefined ? null : line.baseline - settingOf(block).baselinePt;
  };
  const bottomOf = (block: BlockDraft) => {
    const line = block.kind === 'paragraph' ? block.fragments.at(-1) : undefined;
    if (block.kind !== 'paragraph' || line === undefined) return block.box.y1;
    const { heightPt, baselinePt } = settingOf(block);
    return line.baseline - baselinePt + heightPt;
  };
  const spaceBetween = (above: BlockDraft, block: BlockDraft) =>
    Math.max(0, (topOf(block) ?? block.box.y0) - bottomOf(above));
  const usual = usualSpaces(layouts, spaceBetween);
  return {
    lineOf: (block) => (block?.kind === 'paragraph' ? settingOf(block).heightPt : 0),
    topOf,
    spaceBetween,
    usualSpaceBetween: (above, block) => median(usual.get(pairOf(above, block)) ?? []),
  };
}

/** More space than this, in points, sets parts of a page apart: it is no habit of its text. */
const widestHabitPt = 36;

function usualSpaces(
  layouts: readonly PageLayout[],
  spaceBetween: WrittenHeights['spaceBetween'],
): ReadonlyMap<string, readonly number[]> {
  const seen = new Map<string, number[]>();
  for (const { blocks } of layouts.flatMap(({ bands }) => bands.flatMap(({ columns }) => columns))) {
    for (const [index, block] of blocks.slice(1).entries()) {
      const above = blocks[index];
      if (above?.kind !== 'paragraph' || block.kind !== 'paragraph') continue;
      const spacePt = spaceBetween(above, block);
      if (spacePt > widestHabitPt) continue;
      const key = pairOf(above, block);
      const spaces = seen.get(key);
      if (spaces === undefined) seen.set(key, [spacePt]);
      else spaces.push(spacePt);
    }
  }
  return seen;
}

function pairOf(above: BlockDraft, block: BlockDraft): string {
  return `${kindOf(above)}, ${kindOf(block)}`;
}

/** Paragraphs of one kind are alike in size, weight, label and indent. */
function kindOf(block: BlockDraft): string {
  const line = block.kind === 'paragraph' ? block.fragments.at(-1) : undefined;
  if (block.kind !== 'paragraph' || line === undefined) return block.kind;
  const { sizePt, font } = line.style;
  return `${Math.round(sizePt)} ${font.bold} ${block.label !== null} ${Math.round(line.box.x0 / indentStepPt)}`;
}

const indentStepPt = 4;
