import type { Random } from '@platen/cli/bench';
import type { Statement } from './statement-page.ts';

/** A business document with the look and letterhead that the random numbers give it; `look` replaces parts of the look. */
export function businessDocument(
  layout: string,
  title: string,
  parts: Pick<Statement, 'columns' | 'rows' | 'hasSums' | 'entryColumns'>,
  random: Random,
  look: Partial<Statement['look']> = {},
): Statement {
  return {
    layout,
    title,
    letterhead: ['Harrow & Vale', 'Ms J Whitlock', '14 Larkspur Close', 'Harrogate HG2 8QT'].slice(
      0,
      random.integer(1, 4),
    ),
    facts: [
      ['Customer', 'C-30918'] as const,
      ['Reference', 'HV/2024/117'] as const,
      ['Contact', '01423 555 019'] as const,
    ].slice(0, random.integer(1, 3)),
    notes: random.chance(0.5) ? ['Errors and omissions excepted.'] : [],
    look: { ...randomLook(random), ...look },
    ...parts,
  };
}

function randomLook(random: Random): Statement['look'] {
  return {
    font: random.pick(['sans', 'sans', 'serif', 'mono']),
    sizePt: random.pick([7, 7.5, 8]),
    linePt: random.pick([9.5, 10, 11]),
    rowGapPt: random.pick([0, 1, 3, 6]),
    rules: random.pick(['none', 'none', 'header', 'rows', 'stripes', 'grid']),
    repeatHeader: random.chance(0.5),
    boldHeader: random.chance(0.7),
    headings: random.pick(['column', 'column', 'left', 'center']),
    topOnEveryPage: random.chance(0.2),
  };
}
