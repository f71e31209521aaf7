import { median } from '@platen/pdf-kit/statistics';
import type { Block, Paragraph } from '../model/blocks.ts';

/** The space that paragraphs of two kinds usually have between them, which the head of a page does not show. */
export interface UsualSpaces {
  /** Counts the space before a block that follows another one on its page. */
  note(before: Block | null, block: Block): void;
  /** In points; 0 where no such paragraphs were seen. */
  between(before: Block | null, block: Block): number;
}

/** More space than this, in points, sets parts of a page apart: it is no habit of its text. */
export const widestHabitPt = 36;

/** Creates the count of one document. */
export function createUsualSpaces(): UsualSpaces {
  const seen = new Map<string, number[]>();
  return {
    note(before, block) {
      if (before?.kind !== 'paragraph' || block.kind !== 'paragraph') return;
      const spacePt = block.format.spaceBeforePt + before.format.spaceAfterPt;
      if (spacePt > widestHabitPt) return;
      const key = pairOf(before, block);
      seen.set(key, [...(seen.get(key) ?? []), spacePt]);
    },
    between(before, block) {
      if (before?.kind !== 'paragraph' || block.kind !== 'paragraph') return 0;
      return median(seen.get(pairOf(before, block)) ?? []);
    },
  };
}

function pairOf(before: Paragraph, after: Paragraph): string {
  return `${kindOf(before)}, ${kindOf(after)}`;
}

function kindOf({ headingLevel, list, format }: Paragraph): string {
  return `${headingLevel} ${list?.level ?? ''} ${Math.round(format.indentLeftPt)}`;
}
