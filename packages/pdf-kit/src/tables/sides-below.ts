import { composeLine } from '../page-model/text/build-lines.ts';
import type { Line, Page, Word } from '../page-model/types.ts';
import { hasCents, isNumberText } from './value-text.ts';

/** The side of an account, which may have a line of its own below its amount. */
const side = /^(?:CR|DR|Cr|Dr|DB|OD)\.?$/;
/** A sign of its own line; a dash with any other text on its line means that there is no amount. */
const sign = /^[-–−*]$/u;
/** Amount and sign end at one edge, within this, in points. */
const sameEdgePt = 1.5;
/** The lines of an amount and of its sign are at most this far apart, in em. */
const pitchEm = 1.8;

/**
 * The page with each side of an account (`CR`) that is printed on the line below its amount, at the same right edge,
 * behind the amount: a narrow column wraps it.
 */
export function withSidesRaised(page: Page): Page {
  const signs = page.lines.flatMap((line) => {
    const amount = amountAbove(line, page.lines);
    return amount === null ? [] : [{ line, amount }];
  });
  if (signs.length === 0) return page;
  const raised = new Map(signs.map(({ line, amount }) => [amount, line]));
  const dropped = new Set(signs.map(({ line }) => line));
  return {
    ...page,
    lines: page.lines.flatMap((line) => {
      if (dropped.has(line)) return [];
      const below = raised.get(line);
      return below === undefined ? [line] : [withSide(line, below)];
    }),
  };
}

function amountAbove(line: Line, lines: readonly Line[]): Line | null {
  const [word, ...others] = line.words;
  if (word === undefined || others.length > 0 || line.angle !== 0) return null;
  const isAlone = () => !lines.some((other) => other !== line && Math.abs(other.baseline - line.baseline) < 1);
  if (!side.test(word.text) && !(sign.test(word.text) && isAlone())) return null;
  const found = lines.filter((other) => isAmountOf(line, other));
  const [amount] = found.toSorted((a, b) => b.baseline - a.baseline);
  return amount ?? null;
}

/** Whether a line ends in an amount right above a sign. */
function isAmountOf(line: Line, { words, box, baseline, angle, style }: Line): boolean {
  const last = words.at(-1);
  const distance = line.baseline - baseline;
  return (
    last !== undefined &&
    angle === 0 &&
    distance > 0.5 * style.sizePt &&
    distance <= pitchEm * style.sizePt &&
    Math.abs(box.x1 - line.box.x1) <= sameEdgePt &&
    isNumberText(last.text) &&
    /\d$/.test(last.text) &&
    hasCents(last.text)
  );
}

/** An amount with the sign that is below it, as if it were printed behind it. */
function withSide(amount: Line, { words, baseline }: Line): Line {
  const up = amount.baseline - baseline;
  const added = words.map((word): Word => {
    const right = amount.box.x1 - word.box.x0 + 0.1 * word.style.sizePt;
    const moved = { x0: word.box.x0 + right, x1: word.box.x1 + right, y0: word.box.y0 + up, y1: word.box.y1 + up };
    return { ...word, box: moved };
  });
  const own = amount.words.map((word, index) =>
    index === amount.words.length - 1 ? { ...word, spaceAfter: true } : word,
  );
  return composeLine([...own, ...added], amount.baseline, amount.angle, amount);
}
