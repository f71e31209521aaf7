import { execFile } from 'node:child_process';
import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createEngine, createThreadExecutor } from '@platen/engine';
import { pdfToMarkdown } from '@platen/pdf-to-markdown';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import type { Benchmark, Figure } from './benchmark.ts';
import { designs } from './markdown/designs.ts';
import { type MarkdownScore, overallScore, scoreMarkdown } from './markdown/score-markdown.ts';
import { runSettings } from './run-settings.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
/** Pages of text with some structure, and not longer than a few of paper. */
const [leastHeadings, leastLetters, mostLetters] = [4, 2_500, 14_000];
const documents = runSettings.quick ? 4 : 24;
const lines: string[] = [];

/**
 * Needs Chromium. `PLATEN_MARKDOWN_PEERS` are commands that print the Markdown of a file, `{in}`, each behind its name and `=`, with a line each; without
 * it there is nothing to compare with.
 */
export const benchmark: Benchmark = {
  name: 'markdown',
  description: `${documents} documents whose Markdown is known (the pages of this repository and the READMEs of packages that it has installed), printed by Chromium in ${Object.keys(designs).length} designs in turn, and read back: text in reading order, tables and headings, as opendataloader-bench scores them (NID, TEDS, MHS), from 0 to 1. Peers are the commands in \`PLATEN_MARKDOWN_PEERS\`.`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'platen-bench-markdown-'));
    try {
      return await measure(folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
  notes: () =>
    [
      '| document | design | program | order | tables | headings |',
      '| --- | --- | --- | --: | --: | --: |',
      ...lines,
    ].join('\n'),
};

async function measure(folder: string): Promise<readonly Figure[]> {
  const engine = createEngine({ operations: [pdfToMarkdown], executor: createThreadExecutor({ threads: 1 }) });
  const peers = peerCommands();
  const scores = new Map<string, MarkdownScore[]>();
  try {
    for (const [index, { name, markdown }] of (await knownDocuments()).entries()) {
      const [design = '', css = ''] = Object.entries(designs)[index % Object.keys(designs).length] ?? [];
      const pdf = join(folder, `${index}.pdf`);
      await print(markdown, css, pdf);
      const written = new Map([['Platen', await convert(engine, pdf)]]);
      for (const [peer, command] of peers) written.set(peer, await ask(command, pdf));
      for (const [program, text] of written) {
        const score = scoreMarkdown(markdown, text);
        scores.set(program, [...(scores.get(program) ?? []), score]);
        const shown = [score.order, score.tables, score.headings].map((part) => part?.toFixed(3) ?? '');
        lines.push(`| ${[name, design, program, ...shown].join(' | ')} |`);
      }
    }
  } finally {
    await engine.stop();
  }
  return figuresOf(scores);
}

function figuresOf(scores: ReadonlyMap<string, readonly MarkdownScore[]>): readonly Figure[] {
  const { Platen: ours = [], ...others } = Object.fromEntries(scores);
  const parts: Readonly<Record<string, (score: MarkdownScore) => number | null>> = {
    'over all': overallScore,
    'text in reading order': ({ order }) => order,
    tables: ({ tables }) => tables,
    headings: ({ headings }) => headings,
  };
  return Object.entries(parts).flatMap(([part, of]): Figure[] => {
    const own = { name: part, unit: '', ours: mean(ours.map(of)), peer: null };
    const compared = Object.entries(others).map(([peerName, theirs]) => {
      return { ...own, peer: mean(theirs.map(of)), peerName };
    });
    return compared.length === 0 ? [own] : compared;
  });
}

function mean(values: readonly (number | null)[]): number {
  const known = values.filter((value) => value !== null);
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

function peerCommands(): readonly (readonly [name: string, command: string])[] {
  const text = process.env.PLATEN_MARKDOWN_PEERS ?? '';
  if (text === '') console.error('PLATEN_MARKDOWN_PEERS is not set: nothing to compare with.');
  return text.split('\n').flatMap((line) => {
    const at = line.indexOf('=');
    return at < 0 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const];
  });
}

/** Markdown with headings and tables, without pictures, comments and markup of other kinds, which no PDF tells. */
async function knownDocuments(): Promise<readonly { readonly name: string; readonly markdown: string }[]> {
  const paths: string[] = [];
  for await (const path of glob(['node_modules/*/README.md', 'docs/*.md'], { cwd: root })) paths.push(path);
  const found: { name: string; markdown: string }[] = [];
  for (const path of paths.sort()) {
    const markdown = (await readFile(join(root, path), 'utf8'))
      .replace(/<!--[\s\S]*?-->|<\/?[a-z][^>\n]*>/gi, '')
      .replace(/\[?!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])(?:\]\([^)]*\)|\]\[[^\]]*\])?/g, '');
    const headings = markdown.match(/^#{1,4} /gm)?.length ?? 0;
    const isStructured = headings >= leastHeadings && /^\|?[ :]*-{2,}[-| :]*\|/m.test(markdown);
    if (isStructured && markdown.length >= leastLetters && markdown.length <= mostLetters) {
      found.push({ name: path.replace(/^node_modules\/|\/README\.md$/g, ''), markdown });
    }
  }
  const step = Math.max(1, Math.floor(found.length / documents));
  return found.filter((_, index) => index % step === 0).slice(0, documents);
}

async function print(markdown: string, css: string, pdf: string): Promise<void> {
  const html = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  await writeFile(`${pdf}.html`, `<!doctype html><html lang="en"><meta charset="utf-8"><style>${css}</style>${html}`);
  const settings = ['--headless', '--no-sandbox', '--disable-gpu', '--no-pdf-header-footer'];
  await run('chromium', [...settings, `--print-to-pdf=${pdf}`, `${pdf}.html`], { timeout: 120_000 });
}

async function convert(engine: ReturnType<typeof createEngine>, pdf: string): Promise<string> {
  const { outputs } = await engine.convert(pdfToMarkdown, pdf, { images: 'none' });
  return readFile(outputs[0]?.path ?? '', 'utf8');
}

async function ask(command: string, pdf: string): Promise<string> {
  const maxBuffer = 64 * 1024 * 1024;
  const { stdout } = await run('sh', ['-c', command.replaceAll('{in}', `'${pdf}'`)], { maxBuffer, timeout: 300_000 });
  return stdout;
}
