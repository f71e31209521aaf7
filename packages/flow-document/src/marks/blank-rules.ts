import { boxWidth } from '@platen/pdf-kit/geometry';
import type { Word } from '@platen/pdf-kit/page-model';
import { blankBehind } from '../analysis/layout/form-blanks.ts';
import { type PageLayout, paragraphsIn } from '../analysis/layout/page-layout.ts';
import type { Fragment, ParagraphDraft } from '../analysis/types.ts';
import type { TabStop } from '../model/formats.ts';
import { isLevelRule } from './drawn-boxes.ts';
import type { PageMark } from './page-marks.ts';

/** A line to write on behind a word of a paragraph. */
export interface Blank {
  readonly behind: Word;
  readonly x1: number;
  readonly color: string;
  readonly leader: TabStop['leader'];
}

export interface BlankRules {
  /** The blanks of a line, from left to right. */
  readonly of: ReadonlyMap<Fragment, readonly Blank[]>;
  /** The marks that are none. */
  readonly rest: readonly PageMark[];
}

/** A thicker rule is a bar, in points. */
const thickestPt = 2;
/** Shorter rules, in em, are signs: bars of an equals sign, dashes. */
const shortestEm = 2;
/** A blank may reach past its column by this, in points. */
const overhangPt = 3;

/** Finds the rules to write on, which are tabs with a line below them: they move with their label, and text may be typed on them. */
export function findBlankRules(layout: PageLayout, marks: readonly PageMark[]): BlankRules {
  const of = new Map<Fragment, Blank[]>();
  const taken = new Set<PageMark>();
  for (const draft of paragraphsIn(layout)) {
    const [line, ...others] = draft.fragments;
    if (line === undefined || others.length > 0 || draft.direction === 'rtl' || draft.alignment !== 'left') continue;
    for (const mark of marks) {
      const blank = taken.has(mark) ? null : blankOf(mark, line, draft);
      if (blank === null) continue;
      taken.add(mark);
      of.set(
        line,
        [...(of.get(line) ?? []), blank].sort((first, second) => first.x1 - second.x1),
      );
    }
  }
  return { of, rest: marks.filter((mark) => !taken.has(mark)) };
}

function blankOf(mark: PageMark, line: Fragment, { columnX1 }: ParagraphDraft): Blank | null {
  const { box, outline } = mark;
  if (!isLevelRule(mark) || outline === null || outline.widthPt > thickestPt || box.x1 > columnX1 + overhangPt)
    return null;
  if (boxWidth(box) < shortestEm * line.style.sizePt) return null;
  const behind = blankBehind({ ...box, dashed: outline.style !== 'single' }, line);
  if (behind === undefined) return null;
  const isWrittenOn = line.words.some(
    (word) => word !== behind && word.box.x1 > box.x0 + 1 && word.box.x0 < box.x1 - 1,
  );
  const leader = outline.style === 'single' ? 'underscore' : 'dot';
  return isWrittenOn ? null : { behind, x1: box.x1, color: outline.color, leader };
}
