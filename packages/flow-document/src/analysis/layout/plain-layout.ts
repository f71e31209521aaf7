import type { Line, Page } from '@platen/pdf-kit/page-model';
import { fragmentOf } from '../text/fragments.ts';
import type { ParagraphDraft } from '../types.ts';
import type { PageFrame } from './page-frame.ts';
import type { PageLayout } from './page-layout.ts';

/** A page of which only the level lines are known: each is a paragraph, from top to bottom, in one column. */
export function plainLayout(page: Page, frame: PageFrame, isOfBody: (line: Line) => boolean): PageLayout {
  const { x0, x1, y0, y1 } = frame;
  const lines = page.lines.filter((line) => line.angle === 0 && line.words.length > 0 && isOfBody(line));
  const blocks = lines.map((line): ParagraphDraft => {
    const fragment = fragmentOf(line, line.words);
    return {
      kind: 'paragraph',
      fragments: [fragment],
      box: fragment.box,
      alignment: 'left',
      direction: line.direction,
      columnX0: x0,
      columnX1: x1,
      pitchPt: null,
      label: null,
      taggedItem: false,
      endsFull: false,
      roomPt: 0,
    };
  });
  const bands = blocks.length === 0 ? [] : [{ y0, y1, columns: [{ x0, x1, blocks, asides: [] }] }];
  return { page, frame, bands, footnotes: [], backgrounds: [] };
}
