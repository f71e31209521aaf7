import { describe, expect, test } from 'vitest';
import { countLines, fitLines } from '../src/compose/fit-lines.ts';
import { letterSpacings } from '../src/compose/letter-spacings.ts';
import { type LineWidth, lineWidth } from '../src/compose/line-widths.ts';
import { plainStyle as style } from './plain-style.ts';

const flush = { alignment: 'justify', isSquare: false } as const;
const ragged = { alignment: 'left', isSquare: false } as const;

/** Ten words of five letters on a line of 200 points. */
function lineOf(neededPt: number): LineWidth {
  const widthPt = (neededPt - 9 * 2.5) / 10;
  return lineWidth(
    Array.from({ length: 10 }, () => ({ widthPt, characters: 5, spacePt: 2.5, hyphenPt: 0 })),
    200,
  );
}

/** The line with its last word broken by a hyphen. */
function broken(line: LineWidth): LineWidth {
  const last = line.pieces.at(-1);
  if (last === undefined) return line;
  return { ...line, pieces: [...line.pieces.slice(0, -1), { ...last, spacePt: 0, hyphenPt: 3.3 }] };
}

const fitting = lineOf(190);
const wide = lineOf(212);
const short = lineOf(180);
const muchTooWide = lineOf(300);

describe('fitting lines', () => {
  test('lines that fit are left as they are', () => {
    expect(fitLines([fitting, fitting], style, flush)).toMatchObject({ spacingsPt: [0, 0], overhangPt: 0 });
  });

  test('letters of lines that are too wide stand closer, in steps of a twentieth of a point', () => {
    expect(fitLines([wide, wide], style, flush).spacingsPt).toEqual([-0.25, -0.25]);
  });

  test('lines that are too wide by a little reach past their edge', () => {
    expect(fitLines([lineOf(200)], style, flush)).toMatchObject({ spacingsPt: [0], overhangPt: 1.6 });
  });

  test('letters come no closer than a share of their size, East Asian ones more than others', () => {
    expect(fitLines([muchTooWide], style, flush).spacingsPt).toEqual([-0.6]);
    expect(fitLines([muchTooWide], style, { ...flush, isSquare: true }).spacingsPt[0]).toBeCloseTo(-1.4);
  });

  test('flush lines with room for the next word have their letters apart until it does not fit', () => {
    const { spacingsPt, overhangPt } = fitLines([short, short], style, flush);
    expect(spacingsPt).toEqual([0.05, 0]);
    expect(countLines([short, short], spacingsPt, overhangPt)).toBe(2);
  });

  test('one line may need its letters closer and another apart', () => {
    expect(fitLines([wide, fitting, lineOf(176), lineOf(190)], style, flush).spacingsPt).toEqual([-0.25, 0, 0.1, 0]);
  });

  test('a word broken at the end of a line needs less room in one piece', () => {
    const line = lineOf(184);
    expect(fitLines([line, fitting], style, flush).spacingsPt).toEqual([0, 0]);
    expect(fitLines([broken(line), fitting], style, flush).spacingsPt).toEqual([0.05, 0]);
  });

  test('ragged lines with room for the next word end earlier, but no earlier than their text', () => {
    const early = lineOf(175);
    const { spacingsPt, overhangPt } = fitLines([early, early], style, ragged);
    expect(spacingsPt).toEqual([0, 0]);
    expect(overhangPt).toBeLessThan(-(200 - early.neededPt - 2.5 - 15.25));
    expect(countLines([early, early], [0, 0], overhangPt)).toBe(2);
  });

  test('a line that its author ended takes no word of the next', () => {
    expect(fitLines([{ ...short, endsByHand: true }, short], style, flush).spacingsPt).toEqual([0, 0]);
  });
});

describe('a word wider than its cell', () => {
  test('reaches past the edge as far as it must, and is not broken between its letters', () => {
    const word = { widthPt: 43, characters: 6, spacePt: 2.5, hyphenPt: 0 };
    const line = (...pieces: readonly (typeof word)[]) => lineWidth(pieces, 23);
    expect(fitLines([line(word)], style, ragged).overhangPt).toBeGreaterThan(43 - 23 - 0.6 * 6);
    expect(fitLines([line(word), line({ ...word, widthPt: 18 })], style, ragged).overhangPt).toBeGreaterThan(16);
  });
});

describe('distances of letters', () => {
  const range = (leastPt: number, mostPt: number) => ({ leastPt, mostPt, keepsWords: true });

  test('are none where that will do, and change as seldom as they can elsewhere', () => {
    expect(letterSpacings([range(-1, -0.2), range(-0.5, 0.5), range(0.1, 0.3), range(0.2, 0.5)], 0.05)).toEqual([
      -0.2, 0, 0.2, 0.2,
    ]);
    expect(letterSpacings([range(-1, 0), range(-0.5, 0.5)], 0.05)).toEqual([0, 0]);
    expect(letterSpacings([range(-1, 0), range(-0.5, -0.2)], 0.05)).toEqual([-0.2, -0.2]);
    expect(letterSpacings([], 0.05)).toEqual([]);
  });
});

describe('a paragraph', () => {
  test('stands with its lines closer when it takes one more, within a limit', () => {
    const fit = fitLines([muchTooWide, muchTooWide], style, flush);
    expect(fit).toMatchObject({ lineCount: 3, lineSqueeze: 0.86 });
  });

  test('that will take fewer lines says so', () => {
    const lines = [lineOf(120), lineOf(120), lineOf(120)];
    expect(fitLines(lines, style, flush).lineCount).toBe(2);
  });
});
