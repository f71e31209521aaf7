import type { PrintedNumbers } from '../analysis/running/line-numbers.ts';
import type { RunStyles } from '../analysis/text/run-styles.ts';
import type { Paragraph } from '../model/blocks.ts';
import { anchorParagraph, plainParagraph } from '../model/plain-paragraph.ts';
import type { Furniture, FurnitureSet } from '../model/sections.ts';
import { exactLine } from './line-height.ts';
import type { RunningSets } from './section-layout.ts';

/** From the edge of the page, in points. */
const bareDistancePt = 4;
/** Room for three digits, in em. */
const widthEm = 3;

/** The running headers with the numbers of pleading paper, which is where templates for word processors have them. */
export function withPrintedNumbers(
  running: RunningSets,
  numbers: PrintedNumbers | null,
  runStyles: RunStyles,
): RunningSets {
  if (numbers === null) return running;
  const framed = framedNumbers(numbers, runStyles);
  const numbered = (furniture: Furniture | null): Furniture => ({
    blocks: [
      ...framed,
      ...(furniture === null || furniture.blocks.length === 0 ? [anchorParagraph([])] : furniture.blocks),
    ],
  });
  const { headers } = running;
  const withNumbers: FurnitureSet = {
    default: numbered(headers.default),
    first: headers.first === null ? null : numbered(headers.first),
    even: headers.even === null ? null : numbered(headers.even),
  };
  const isBare = [headers.default, headers.first, headers.even].every((furniture) => furniture === null);
  // What only the frames hang on must not reach into the body.
  return { ...running, headers: withNumbers, ...(isBare ? { headerDistancePt: bareDistancePt } : {}) };
}

/** One paragraph a number, all in one frame at its place on the page. */
function framedNumbers(
  { texts, style, x1, firstBaseline, pitchPt }: PrintedNumbers,
  runStyles: RunStyles,
): readonly Paragraph[] {
  const setting = exactLine(pitchPt);
  const widthPt = Math.min(x1, widthEm * style.sizePt);
  const frame = { xPt: x1 - widthPt, yPt: firstBaseline - setting.baselinePt, widthPt };
  const run = runStyles.styleOf(style);
  return texts.map((text) => ({
    ...plainParagraph([{ kind: 'text', text, style: run }], { alignment: 'right', lineSpacing: setting.spacing }),
    frame,
  }));
}
