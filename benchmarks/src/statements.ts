import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '@platen/cli/bench';
import { createEngine, createThreadExecutor } from '@platen/engine';
import { pdfToExcel } from '@platen/pdf-to-excel';
import type { Benchmark, Figure } from './benchmark.ts';
import { runSettings } from './run-settings.ts';
import { drawStatement } from './statements/draw-statement.ts';
import { plantFault } from './statements/plant-fault.ts';
import { type Producer, producerOf } from './statements/producer.ts';
import { type StatementScore, scoreWorkbook } from './statements/score-workbook.ts';
import { layoutCount, statementMakers } from './statements/statement-makers.ts';
import type { Statement } from './statements/statement-page.ts';

/**
 * `PLATEN_STATEMENTS` (500) documents from `PLATEN_STATEMENTS_SEED` (1) on; `PLATEN_STATEMENTS_FOLDER` keeps them,
 * `PLATEN_STATEMENTS_LAYOUT` converts those whose layout begins so (several apart by commas). Seeds from 100 000 on are for measuring alone.
 */
const count = Number(process.env.PLATEN_STATEMENTS ?? (runSettings.quick ? 40 : 500));
const firstSeed = Number(process.env.PLATEN_STATEMENTS_SEED ?? 1);
const keptFolder = process.env.PLATEN_STATEMENTS_FOLDER;
const onlyLayouts = process.env.PLATEN_STATEMENTS_LAYOUT?.split(',');

interface Result extends StatementScore {
  readonly name: string;
  readonly layout: string;
  /** Whether the sums were found not to come out, in the document as made and with a digit changed; null where nothing was changed. */
  readonly warned: boolean;
  readonly warnedOfFault: boolean | null;
}

let results: readonly Result[] = [];

export const benchmark: Benchmark = {
  name: 'statements',
  description: `${count} generated documents in ${layoutCount} layouts (account and card statements, ledgers, invoices, income statements, payslips, trial balances, aged debts, price lists, bills, portfolios, loan plans, budgets, cheque registers, tax by rate, timetables, suppliers, accounts in several currencies, statements and ledgers as Brazil, India, Japan, Poland, Switzerland and France print them, orders, stock, asset registers, cash books and forecasts, tax returns, units of funds, trades, mainframe lists, statements read from the right, accounts in two columns or languages, passbooks, combined accounts, interest by days, guest bills, calls, claims for works, tides, signs and sides in columns of their own, balance sheets with two sides, groups and companies, holdings of funds, statistics; one in four in layouts composed for each alone), put on paper as programs do that place words or letters one by one, in any order, level with the first, middle or last line of an entry, with rules of bars, dashes or frames, from seed ${firstSeed} on, converted to workbooks: amounts in a wrong column, wrong signs, rows with every cell right, and the warning where a digit of one amount was changed.`,
  async run() {
    const folder = keptFolder ?? (await mkdtemp(join(tmpdir(), 'platen-bench-statements-')));
    await mkdir(folder, { recursive: true });
    try {
      results = await convertAll(folder);
    } finally {
      if (keptFolder === undefined) await rm(folder, { recursive: true });
    }
    const sum = (of: (result: Result) => number) => results.reduce((total, result) => total + of(result), 0);
    const faulty = results.filter(({ warnedOfFault }) => warnedOfFault !== null);
    const figures: Figure[] = [
      {
        name: 'amounts in a wrong column',
        unit: '',
        ours: sum(({ wrongColumn }) => wrongColumn),
        peer: null,
        target: 0,
      },
      { name: 'wrong signs', unit: '', ours: sum(({ wrongSign }) => wrongSign), peer: null, target: 0 },
      {
        name: `1 − share of rows right (${sum(({ rows }) => rows)})`,
        unit: '',
        ours: 1 - sum(({ rightRows }) => rightRows) / sum(({ rows }) => rows),
        peer: null,
        target: 0.01,
      },
      { name: 'amounts not found', unit: '', ours: sum(({ missing }) => missing), peer: null },
      { name: 'headings not above their amounts', unit: '', ours: sum(({ lostHeadings }) => lostHeadings), peer: null },
      { name: 'tables on several sheets', unit: '', ours: sum(({ apart }) => apart), peer: null },
      {
        name: `1 − share of changed digits warned of (${faulty.length})`,
        unit: '',
        ours: 1 - faulty.filter(({ warnedOfFault }) => warnedOfFault === true).length / Math.max(1, faulty.length),
        peer: null,
        target: 0.05,
      },
      {
        name: 'share of sound documents warned of',
        unit: '',
        ours: results.filter(({ warned }) => warned).length / results.length,
        peer: null,
        target: 0.01,
      },
    ];
    return figures;
  },
  notes: () => layoutTable(),
};

async function convertAll(folder: string): Promise<Result[]> {
  const engine = createEngine({ operations: [pdfToExcel], executor: createThreadExecutor({ threads: 1 }) });
  const convert = async (name: string, statement: Statement, producer: Producer) => {
    const path = join(folder, `${name}.pdf`);
    await writeFile(path, await drawStatement(statement, producer));
    await using output = await engine.convert(pdfToExcel, path, { ocr: 'off' });
    const [workbook] = output.outputs;
    const score = await scoreWorkbook(workbook?.path ?? '', statement);
    return { score, warned: output.warnings.some(({ code }) => code === 'SUMS_DIFFER') };
  };
  const all: Result[] = [];
  for (let index = 0; index < count; index += 1) {
    const random = createRandom(firstSeed * 1000 + index);
    const statement = statementMakers[index % statementMakers.length]?.(random);
    if (statement === undefined) continue;
    if (onlyLayouts?.some((prefix) => statement.layout.startsWith(prefix)) === false) continue;
    const producer = producerOf(statement, random);
    const name = `${statement.layout}-${firstSeed * 1000 + index}`;
    const { score, warned } = await convert(name, statement, producer);
    const faulty = plantFault(statement, random);
    const warnedOfFault = faulty === null ? null : (await convert(`${name}-fault`, faulty, producer)).warned;
    all.push({ ...score, name, layout: statement.layout, warned, warnedOfFault });
  }
  await engine.stop();
  return all;
}

function layoutTable(): string {
  const lines = [
    '| layout | documents | rows right | wrong column | wrong sign | not found | headings lost | faults warned of | sound warned of |',
    '| --- | --: | --: | --: | --: | --: | --: | --: | --: |',
  ];
  for (const [layout, own] of Map.groupBy(results, (result) => result.layout)) {
    const sum = (of: (result: Result) => number) => own.reduce((total, result) => total + of(result), 0);
    const faulty = own.filter(({ warnedOfFault }) => warnedOfFault !== null);
    lines.push(
      `| ${layout} | ${own.length} | ${(sum(({ rightRows }) => rightRows) / sum(({ rows }) => rows)).toFixed(4)} | ${sum(({ wrongColumn }) => wrongColumn)} | ${sum(({ wrongSign }) => wrongSign)} | ${sum(({ missing }) => missing)} | ${sum(({ lostHeadings }) => lostHeadings)} | ${faulty.filter(({ warnedOfFault }) => warnedOfFault === true).length}/${faulty.length} | ${own.filter(({ warned }) => warned).length} |`,
    );
  }
  const worst =
    process.env.PLATEN_STATEMENTS_FAULTS === undefined
      ? []
      : results
          .filter(
            ({ faults, lostHeadings, apart, warned, warnedOfFault }) =>
              faults.length > 0 || lostHeadings + apart > 0 || warned || warnedOfFault === false,
          )
          .slice(0, 40);
  return [
    ...lines,
    '',
    ...worst.flatMap(({ name, faults, lostHeadings, apart, warned, warnedOfFault }) => [
      `- ${name}${lostHeadings > 0 ? ', headings lost' : ''}${apart > 0 ? ', on several sheets' : ''}${warned ? ', warned of' : ''}${warnedOfFault === false ? ', fault not warned of' : ''}`,
      ...faults.slice(0, 3).map((fault) => `  - ${fault}`),
    ]),
    '',
  ].join('\n');
}
