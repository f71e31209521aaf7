import type { Figure } from '../benchmark.ts';
import { plainFigure } from './plain-figure.ts';
import type { Changes, Effect } from './sweep-thresholds.ts';

export interface EffectTables<Change> {
  /** The sources of documents, in the order of the changes. */
  readonly sources: readonly string[];
  readonly isEffect: (change: Change) => boolean;
  /** What changes the outcome most comes first. */
  readonly weightOf: (change: Change) => number;
  readonly format: (change: Change) => string;
  /** What the sample does not show. */
  readonly silence: string;
}

/** How many thresholds there are, and how many have an effect, near and only far. */
export function effectFigures<Change>(
  effects: readonly Effect<Change>[],
  isEffect: (change: Change) => boolean,
): readonly Figure[] {
  const countWith = (changesOf: (effect: Effect<Change>) => Changes<Change> | null) =>
    effects.filter((effect) => hasEffect(changesOf(effect), isEffect)).length;
  return [
    plainFigure('thresholds', effects.length),
    plainFigure(
      'thresholds with an effect at ±20 %',
      countWith(({ near }) => near),
    ),
    plainFigure(
      'thresholds with an effect at × ¼ or × 4 only',
      countWith(({ far }) => far),
    ),
  ];
}

/** Markdown: what each threshold does when it is moved a little, when it is moved far, and those that do nothing. */
export function effectTables<Change>(effects: readonly Effect<Change>[], tables: EffectTables<Change>): string {
  const { isEffect, silence } = tables;
  const idle = effects.filter(({ near, far }) => !hasEffect(near, isEffect) && !hasEffect(far, isEffect));
  return [
    '## Effect at ±20 %',
    '',
    ...tableOf(effects, ({ near }) => near, tables),
    '',
    '## Effect at a quarter or four times as much only',
    '',
    ...tableOf(effects, ({ far }) => far, tables),
    '',
    '## No effect',
    '',
    `Neither near nor far, on this sample, which says little of the documents it lacks; in brackets how many documents the threshold is read in. ${silence}Where it is read in none, the rule is for a kind of document that is not in the sample.`,
    '',
    idle.map(({ name, readers }) => `${name} (${readers})`).join(', '),
    '',
  ].join('\n');
}

function tableOf<Change>(
  effects: readonly Effect<Change>[],
  changesOf: (effect: Effect<Change>) => Changes<Change> | null,
  { sources, isEffect, weightOf, format }: EffectTables<Change>,
): readonly string[] {
  const total = ({ less, more }: Changes<Change>) => [...less, ...more].reduce((sum, one) => sum + weightOf(one), 0);
  const rows = effects
    .flatMap((effect) => ({ ...effect, changes: changesOf(effect) ?? { less: [], more: [] } }))
    .filter(({ changes }) => hasEffect(changes, isEffect))
    .toSorted((one, other) => total(other.changes) - total(one.changes))
    .map(({ name, value, readers, changes: { less, more } }) => {
      const cells = less.map((change, index) => [change, more[index] ?? change].map(format).join(', '));
      return `| ${[name, value, readers, ...cells].join(' | ')} |`;
    });
  return [
    `| threshold | value | read in | ${sources.join(' | ')} |`,
    `| --- | --: | --: |${' --- |'.repeat(sources.length)}`,
    ...rows,
  ];
}

function hasEffect<Change>(changes: Changes<Change> | null, isEffect: (change: Change) => boolean): boolean {
  return changes !== null && [...changes.less, ...changes.more].some(isEffect);
}
