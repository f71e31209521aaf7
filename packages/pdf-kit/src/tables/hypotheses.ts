import { boxArea, intersectBoxes } from '../page-model/box.ts';
import type { Box } from '../page-model/types.ts';
import type { Table } from './types.ts';

/** The source from which a table was read. */
export type TableSource = 'tags' | 'rules' | 'centred' | 'dashes' | 'bars' | 'headings' | 'records' | 'whitespace';

/** What speaks against a reading of a region as a table. */
export type Objection = keyof typeof objections;

/** A region read as a table: others may read the same region in another way. */
export interface Hypothesis {
  readonly source: TableSource;
  readonly table: Table;
  readonly objections: readonly Objection[];
}

/** A hypothesis with the decision about it. */
export interface JudgedHypothesis extends Hypothesis {
  /** A reading with a negative score is not a table. */
  readonly score: number;
  readonly isChosen: boolean;
  /** Why it was chosen or not, in words. */
  readonly reason: string;
}

/** The more a source says of cells, the more it counts; what is read from the open page competes with none of them. */
const sourceScores: Readonly<Record<TableSource, number>> = {
  tags: 3,
  rules: 2,
  centred: 1.5,
  dashes: 1,
  bars: 1,
  headings: 0.5,
  records: 0.5,
  whitespace: 0.5,
};

/** What each objection takes from a score, and how it reads. All but the first rule a reading out. */
const objections = {
  unplaced: { score: -1.5, text: 'its tags do not tell where all cells are' },
  omitsColumns: { score: -10, text: 'rules separate more columns than its tags have' },
  hasLineRows: { score: -10, text: 'its tags make a row of each printed line' },
  isTorn: { score: -10, text: 'the tags of the page split its tables into fragments' },
  isChart: { score: -10, text: 'it is part of a chart' },
} as const;

/** Two readings are of one region if they share this much of the smaller one. */
const sharedShare = 0.3;
/** Of readings from one source that overlap, the one with more filled cells is kept. */
const cellScore = 1e-5;

/**
 * Chooses among readings by their scores, the best first: each that is a table and is of no region that was taken
 * before. Tags may nest.
 */
export function chooseHypotheses(hypotheses: readonly Hypothesis[]): JudgedHypothesis[] {
  const scored = hypotheses.map((own) => ({ ...own, score: scoreOf(own) })).sort((a, b) => b.score - a.score);
  const judged: JudgedHypothesis[] = [];
  for (const own of scored) {
    const rival = judged.find(
      ({ isChosen, source, table }) =>
        isChosen && !(source === 'tags' && own.source === 'tags') && isSameRegion(table.box, own.table.box),
    );
    const against = own.objections.map((objection) => objections[objection].text).join(', ');
    if (own.score < 0) judged.push({ ...own, isChosen: false, reason: against });
    else if (rival === undefined) judged.push({ ...own, isChosen: true, reason: `best reading of its region` });
    else {
      const reason = [`the reading by ${rival.source} (${rival.score.toFixed(1)}) is better`, against];
      judged.push({ ...own, isChosen: false, reason: reason.filter((text) => text !== '').join(': ') });
    }
  }
  return judged;
}

/** Whether two readings are of one region. */
export function isSameRegion(a: Box, b: Box): boolean {
  const shared = intersectBoxes(a, b);
  return shared !== null && boxArea(shared) > sharedShare * Math.min(boxArea(a), boxArea(b));
}

function scoreOf({ source, table, objections: own }: Hypothesis): number {
  const filled = table.cells.filter(({ text }) => text !== '').length;
  const against = own.reduce((sum, objection) => sum + objections[objection].score, 0);
  return sourceScores[source] + Math.min(0.4, cellScore * filled) + against;
}
