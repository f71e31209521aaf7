import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ConversionError } from '@platen/core';
import { createEngine, createThreadExecutor } from '@platen/engine';
import { pdfToWord } from '@platen/pdf-to-word';
import type { Benchmark, Figure } from './benchmark.ts';
import { corpusFiles } from './corpus-files.ts';
import { comparePages, type PageFindings } from './page-verdict/compare-pages.ts';
import { readDrawnPages } from './page-verdict/drawn-page.ts';
import { judgePage, type Verdict } from './page-verdict/judge-page.ts';
import { renderDocx } from './page-verdict/render-docx.ts';

/** Later pages of a long file are much like its first. */
const maxPages = 12;

let lastJudged: readonly JudgedFile[] = [];

/** Needs LibreOffice on the path. */
export const benchmark: Benchmark = {
  name: 'page-verdict',
  description: `Every PDF of the corpus (\`PLATEN_CORPUS\`) to Word, laid out by LibreOffice: the first ${maxPages} pages of each against its source, as an eye would judge them.`,
  async run() {
    const engine = createEngine({ operations: [pdfToWord], executor: createThreadExecutor({ threads: 1 }) });
    const folder = await mkdtemp(join(tmpdir(), 'platen-page-verdict-'));
    try {
      const judged: JudgedFile[] = [];
      for (const file of await corpusFiles('.pdf')) {
        const one = await judgeFile(file, folder, engine);
        if (one !== null) judged.push(one);
      }
      lastJudged = judged;
      return figuresOf(judged);
    } finally {
      await engine.stop();
      await rm(folder, { recursive: true });
    }
  },
  notes: () =>
    `${readFileSync(new URL('../results/page-verdict-notes.md', import.meta.url), 'utf8')}\n${noteLines(lastJudged)}`,
};

interface JudgedPage {
  readonly number: number;
  readonly verdict: Verdict;
  readonly because: readonly string[];
  readonly findings: PageFindings;
}

interface JudgedFile {
  readonly file: string;
  readonly pages: readonly JudgedPage[];
  readonly pagesMore: number;
}

/** Null for a file that cannot be converted or laid out. */
async function judgeFile(
  file: string,
  folder: string,
  engine: ReturnType<typeof createEngine>,
): Promise<JudgedFile | null> {
  try {
    const docx = join(folder, 'written.docx');
    await using conversion = await engine.convert(pdfToWord, file, { ocr: 'off' });
    await copyFile(conversion.outputs[0]?.path ?? '', docx);
    const laidOut = await renderDocx(docx);
    if (laidOut === null) return null;
    const [source, written] = [await readDrawnPages(file), await readDrawnPages(laidOut)];
    const pages = comparePages(source, written)
      .slice(0, maxPages)
      .map((findings, index) => ({ number: index + 1, ...judgePage(findings), findings }));
    return { file: basename(file), pages, pagesMore: written.length - source.length };
  } catch (error) {
    if (ConversionError.is(error)) return null;
    throw error;
  }
}

function figuresOf(judged: readonly JudgedFile[]): readonly Figure[] {
  const pages = judged.flatMap((file) => file.pages);
  const shareOf = (verdict: Verdict) => pages.filter((page) => page.verdict === verdict).length / pages.length;
  const alone = (name: string, ours: number, target?: number): Figure => ({
    name,
    unit: '',
    ours,
    peer: null,
    ...(target === undefined ? {} : { target }),
  });
  return [
    alone('files', judged.length),
    alone('pages', pages.length),
    alone('1 − clean pages', 1 - shareOf('clean'), 0.45),
    alone('pages with small faults', shareOf('small')),
    alone('pages with serious faults', shareOf('serious'), 0.1),
    alone(
      'files with another number of pages',
      judged.filter(({ pagesMore }) => pagesMore !== 0).length / judged.length,
      0.1,
    ),
  ];
}

function noteLines(judged: readonly JudgedFile[]): string {
  return [
    '| page | verdict | because |',
    '| --- | --- | --- |',
    ...judged.flatMap(({ file, pages }) =>
      pages
        .filter(({ verdict }) => verdict !== 'clean')
        .map(
          (page) =>
            `| ${file} ${page.number} | ${page.verdict} | ${page.because.map((name) => shown(name, page)).join(', ')} |`,
        ),
    ),
    '',
  ].join('\n');
}

function shown(name: string, { findings }: JudgedPage): string {
  return `${name} ${Number(findings[name as keyof PageFindings].toPrecision(2))}`;
}
