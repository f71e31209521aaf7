import type { Fragment, ParagraphDraft } from '../src/analysis/types.ts';
import { placeParagraph } from '../src/compose/place-paragraph.ts';
import { createSpaceTable } from '../src/compose/space-table.ts';
import type { ParagraphFormat } from '../src/model/formats.ts';
import { plainStyle } from './plain-style.ts';

/** The format of a paragraph of these lines, alone in a column from 50 to 350. */
export function placedFormat(
  fragments: readonly [Fragment, ...Fragment[]],
  changes: Partial<ParagraphDraft> = {},
  fontName = 'Arial',
): ParagraphFormat {
  const draft: ParagraphDraft = {
    kind: 'paragraph',
    fragments,
    box: fragments[0].box,
    alignment: 'left',
    direction: 'ltr',
    columnX0: 50,
    columnX1: 350,
    pitchPt: null,
    label: null,
    taggedItem: false,
    endsFull: false,
    roomPt: 0,
    ...changes,
  };
  return placeParagraph(draft, {
    spaces: createSpaceTable(),
    columnX0: 50,
    columnX1: 350,
    cursorY: 0,
    usualPitchPt: 12,
    fit: { spacingsPt: [0], overhangPt: 0, lineCount: fragments.length, lineSqueeze: 1 },
    baseStyle: { ...plainStyle, fontName },
    inlines: [],
    blanks: [],
    headingLevel: 0,
    list: null,
    bookmarks: [],
  }).paragraph.format;
}
