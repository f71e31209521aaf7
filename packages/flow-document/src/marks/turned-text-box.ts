import { boxHeight, boxWidth } from '@platen/pdf-kit/geometry';
import type { Line } from '@platen/pdf-kit/page-model';
import type { RunStyles } from '../analysis/text/run-styles.ts';
import type { Paragraph, TextBoxInline, TextRun } from '../model/blocks.ts';
import { plainParagraph } from '../model/plain-paragraph.ts';
import type { TurnedText } from './turned-texts.ts';

/** Room past the end of a line, as a share of its length: another font may run wider, most where small capitals become capitals. */
const slackShare = 0.25;

/** A turned text as a text box where it was. */
export function turnedTextBox(text: TurnedText, runStyles: RunStyles): TextBoxInline {
  return text.angle % 180 === 90 ? uprightBox(text, runStyles) : slantedBox(text, runStyles);
}

function uprightBox({ angle, box, lines }: TurnedText, runStyles: RunStyles): TextBoxInline {
  const upwards = angle === 270;
  const slackPt = slackShare * boxHeight(box) + 4;
  return {
    kind: 'text-box',
    xPt: box.x0,
    yPt: upwards ? box.y0 - slackPt : box.y0,
    widthPt: boxWidth(box) + 1,
    heightPt: boxHeight(box) + slackPt,
    direction: upwards ? 'upwards' : 'downwards',
    rotationDegrees: 0,
    paragraphs: paragraphsOf(lines, boxWidth(box) / lines.length, runStyles),
  };
}

/** The box is turned about its middle, where the text has its own. */
function slantedBox({ angle, box, lines }: TurnedText, runStyles: RunStyles): TextBoxInline {
  const heightPt = lines.reduce((total, { style }) => total + 1.2 * style.sizePt, 0);
  const widthPt = Math.max(...lines.map(lengthOf)) * (1 + slackShare);
  return {
    kind: 'text-box',
    xPt: (box.x0 + box.x1 - widthPt) / 2,
    yPt: (box.y0 + box.y1 - heightPt) / 2,
    widthPt,
    heightPt,
    direction: 'level',
    rotationDegrees: angle,
    paragraphs: paragraphsOf(lines, heightPt / lines.length, runStyles),
  };
}

/** From the first letter of a line to the end of its last. */
function lengthOf({ words, style }: Line): number {
  const glyphs = words.flatMap((word) => word.glyphs);
  const [first, last] = [glyphs[0]?.origin, glyphs.at(-1)?.origin];
  if (first === undefined || last === undefined) return style.sizePt;
  return Math.hypot(last.x - first.x, last.y - first.y) + style.sizePt;
}

function paragraphsOf(lines: readonly Line[], heightPt: number, runStyles: RunStyles): readonly Paragraph[] {
  return lines.map((line) => {
    const runs = line.words.map((word, index): TextRun => {
      const space = word.spaceAfter && index < line.words.length - 1 ? ' ' : '';
      return { kind: 'text', text: word.text + space, style: runStyles.styleOfWord(word, word.style, line.style) };
    });
    return plainParagraph(runs, { lineSpacing: { rule: 'exact', value: heightPt } });
  });
}
