import type { Page, Rule, Word } from '../../page-model/types.ts';

/** Minimum consecutive dashes or underscores that draw a line in plain text. */
const typedRule = /^[-–—_=‗─═]{4,}$/u;

/** A few dashes beside other text mark a missing value. */
const mark = /^[-–—]{4,5}$/u;

/** The page with lines typed out of dashes as rules instead of text. */
export function liftTypedRules(page: Page): Page {
  const rules: Rule[] = [];
  const written = new Set(
    page.lines.filter(({ text }) => /[\p{L}\d]/u.test(text)).map(({ baseline }) => Math.round(baseline)),
  );
  const lines = page.lines.flatMap((line) => {
    if (line.angle !== 0 || !line.words.some(isRule)) return [line];
    if (written.has(Math.round(line.baseline)) && line.words.every(({ text }) => !isRule({ text }) || mark.test(text)))
      return [line];
    for (const word of line.words.filter(isRule)) rules.push(toRule(word, line.baseline));
    const words = line.words.filter((word) => !isRule(word));
    return words.length === 0 ? [] : [{ ...line, words, text: words.map(({ text }) => text).join(' ') }];
  });
  return rules.length === 0 ? page : { ...page, lines, rules: [...page.rules, ...rules] };
}

function isRule({ text }: Pick<Word, 'text'>): boolean {
  return typedRule.test(text);
}

function toRule({ box, style }: Word, baseline: number): Rule {
  const y = baseline - 0.3 * style.sizePt;
  return {
    orientation: 'horizontal',
    x0: box.x0,
    y0: y,
    x1: box.x1,
    y1: y,
    widthPt: 0.5,
    color: '#000000',
    dashed: true,
  };
}
