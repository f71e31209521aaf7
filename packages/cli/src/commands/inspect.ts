import { readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { silentLogger } from '@platen/core';
import { counted } from '@platen/core/internal';
import { createEngine } from '@platen/engine';
import { parsePageSelection, selectedPageNumbers } from '@platen/pdf-kit';
import { recognitionLegend } from '@platen/pdf-kit/ocr';
import { openPageModel, type Page } from '@platen/pdf-kit/page-model';
import { loadSharp } from '@platen/pdf-kit/sharp';
import {
  drawOverlay,
  explainTables,
  findTables,
  isPrintedSheet,
  type JudgedHypothesis,
  type Table,
} from '@platen/pdf-kit/tables';
import { standardOperations } from '@platen/standard';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { type InspectedPage, inspectionHtml } from '../inspection-html.ts';
import { parseArguments } from '../options/parse-arguments.ts';
import { passwordFlags, passwordHelp, readPasswords } from '../options/password-flags.ts';
import { isStandardOutput, writeToPipe } from '../output-target.ts';
import { pageToJson } from '../page-json.ts';
import { type Placement, placeFile, refuseExisting } from '../place-file.ts';
import { readableFile } from '../readable-file.ts';
import { recognizePages } from '../recognized-pages.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import type { Terminal } from '../terminal.ts';
import { unlock } from '../unlock.ts';
import { UsageError } from '../usage-error.ts';

const help = `platen inspect <file.pdf> -o <file.html> [--pages 1-3] [--password-file <file>]
platen inspect <file.pdf> --page 3 --overlay <file.png>
platen inspect <file.pdf> --ocr [--language eng] -o <file.html>
platen inspect <file.pdf> --json [--pages 1-3] [-o <file.html>]

Shows how Platen reads a PDF: each page as a picture, with its lines of text (blue), rules (red), pictures
(purple), links (green) and tables (orange) drawn over it. Use it if a conversion went wrong. The lines
below a page list each way to read a region as a table, with its score and the reason why it was chosen or not.
With --ocr, pages are read as scans. Each word has a box with its confidence. The colour of the box tells from which picture of the
page the word was read: unchanged (blue), cleaned (green), with white backgrounds (purple), enlarged (orange); dashed: read in rows.
With --json, each line and table is printed with its position in points from the top-left corner.
With -o -, the result goes to standard output, and the line for each page to standard error.

  -o, --out <file.html>      File to write: the pages, with everything that Platen reads on them
  --overlay <file.png>       Write one page as a picture
  --page <n>, --pages <1-3>  Pages to show (default: all)
  --ocr                      Read pages as scans
  --language <eng>           Language of the text, with --ocr
  --password <text>          Password of the file, if it needs one; everybody on this machine can see it in ps
  --password-file <file>     ${passwordHelp.file}
                             ${passwordHelp.variable}
  -f, --force                Replace existing files
  --json                     Print lines and tables as JSON`;

/** `platen inspect`: an HTML file or a picture to look at, and a line for each page. */
export async function inspect(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseArguments({
    args: [...args],
    options: {
      out: { type: 'string', short: 'o' },
      pages: { type: 'string' },
      page: { type: 'string' },
      overlay: { type: 'string' },
      ocr: { type: 'boolean' },
      language: { type: 'string' },
      password: { type: 'string' },
      ...passwordFlags,
      force: { type: 'boolean', short: 'f', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
    allowPositionals: true,
  });
  if (values.help === true) {
    terminal.print(help);
    return exitCodes.success;
  }
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new UsageError('inspect takes one PDF');
  if ((values.out ?? values.overlay) === undefined && !values.json) {
    throw new UsageError('say where the result goes with -o <file.html> or --overlay <file.png>, or use --json');
  }
  if (values.page !== undefined && values.pages !== undefined) throw new UsageError('use --page or --pages, not both');
  if (values.language !== undefined && values.ocr !== true) throw new UsageError('--language is for --ocr');
  const piped = [values.out, values.overlay].filter((target) => target !== undefined && isStandardOutput(target));
  if (piped.length + Number(values.json) > 1) throw new UsageError('standard output takes one result');
  const describe = piped.length > 0 ? terminal.note : terminal.print;
  const selection = values.page ?? values.pages;
  await readableFile(path);
  const problem = selection === undefined ? [] : parsePageSelection(selection);
  if (typeof problem === 'string') throw new UsageError(problem);

  const targets = [values.out, values.overlay].filter((target) => target !== undefined && !isStandardOutput(target));
  const placement = { force: values.force, inputs: [path] };
  for (const target of targets) await refuseExisting(resolve(target ?? ''), placement);

  const given = values.password === undefined ? [] : [values.password];
  const passwords = await readPasswords(given, values['password-file']);
  const { read, password } = await unlock({ passwords, atOnce: false, ask: terminal.askSecret }, async ([tried]) => {
    const opening = tried === undefined ? {} : { password: tried };
    return { read: await readPages(path, selection ?? null, opening), password: opening };
  });
  const isDrawn = (values.out ?? values.overlay) !== undefined;
  const pictures = isDrawn ? await renderPages(path, read, password) : [];
  const numbers = read.map(({ page }) => page.number);
  const overlays =
    values.ocr === true
      ? await recognizePages(path, numbers, { language: values.language ?? 'eng', ...password })
      : read.map(({ page, tables }) => ({ summary: describePage(page, tables), overlay: drawOverlay(page, tables) }));
  const pages: readonly InspectedPage[] = overlays.map(({ summary, overlay }, index) => {
    const readings = values.ocr === true ? [] : (read[index]?.readings ?? []);
    if (!values.json) for (const line of [summary, ...readings.map(describeReading)]) describe(line);
    return { summary, png: pictures[index] ?? Buffer.alloc(0), overlay };
  });
  if (values.json) {
    const told = read.map(({ page, tables, readings }, index) => ({
      ...pageToJson(page, tables, readings),
      summary: pages[index]?.summary,
    }));
    terminal.print(JSON.stringify({ pages: told }));
  }
  if (values.out !== undefined)
    await writeResult(
      values.out,
      inspectionHtml(basename(path), pages, values.ocr ? recognitionLegend : ''),
      terminal,
      placement,
    );
  if (values.overlay !== undefined) await writeOverlay(values.overlay, pages, terminal, placement);
  return exitCodes.success;
}

/** The one page asked for as a picture, with what was understood of it drawn over. */
async function writeOverlay(
  path: string,
  [page, ...others]: readonly InspectedPage[],
  terminal: Terminal,
  placement: Placement,
): Promise<void> {
  if (page === undefined || others.length > 0) throw new UsageError('--overlay takes one page: name it with --page');
  const sharp = await loadSharp();
  const { width, height } = await sharp(page.png).metadata();
  const overlay = await sharp(Buffer.from(page.overlay)).resize(width, height, { fit: 'fill' }).png().toBuffer();
  const picture = sharp(page.png).composite([{ input: overlay }]);
  await writeResult(path, await picture.png().toBuffer(), terminal, placement);
}

async function writeResult(
  path: string,
  data: string | Uint8Array,
  { output }: Terminal,
  placement: Placement,
): Promise<void> {
  await using folder = await makeTemporaryFolder();
  const whole = join(folder.path, 'result');
  await writeFile(whole, data);
  await (isStandardOutput(path) ? writeToPipe(whole, output) : placeFile(whole, resolve(path), placement));
}

interface Password {
  readonly password?: string;
}

interface UnderstoodPage {
  readonly page: Page;
  readonly tables: readonly Table[];
  /** Each reading of a region as a table, with why it was chosen or not. */
  readonly readings: readonly JudgedHypothesis[];
}

async function readPages(
  path: string,
  selection: string | null,
  password: Password,
): Promise<readonly UnderstoodPage[]> {
  const document = await openPageModel(path, { ...password, fileName: basename(path) });
  try {
    const understood: UnderstoodPage[] = [];
    for (const number of selectedPageNumbers(selection, document.pageCount, {
      maxPages: Number.POSITIVE_INFINITY,
      fileName: basename(path),
    }).pages) {
      const page = await document.readPage(number);
      const options = { printedSheet: isPrintedSheet(document.info) };
      understood.push({ page, tables: findTables(page, options), readings: explainTables(page, options) });
    }
    return understood;
  } finally {
    await document.close();
  }
}

async function renderPages(
  path: string,
  read: readonly UnderstoodPage[],
  password: Password,
): Promise<readonly Buffer[]> {
  const engine = createEngine({ operations: standardOperations, logger: silentLogger });
  try {
    const pages = read.map(({ page }) => page.number).join(',');
    await using images = await engine.convert('pdf/to-image', path, { pages, dpi: 110, ...password });
    return await Promise.all(images.outputs.map((image) => readFile(image.path)));
  } finally {
    await engine.stop(0);
  }
}

function describeReading({ source, table: { box, rowCount, columnCount }, score, isChosen, reason }: JudgedHypothesis) {
  const place = `${Math.round(box.x0)},${Math.round(box.y0)}–${Math.round(box.x1)},${Math.round(box.y1)}`;
  const kind = isChosen ? 'a table' : 'no table';
  return `  ${place} by ${source}, ${rowCount} × ${columnCount}: ${kind}, score ${score.toFixed(1)}: ${reason}`;
}

function describePage(page: Page, tables: readonly Table[]): string {
  const words = page.lines.reduce((sum, line) => sum + line.words.length, 0);
  const counts = [
    `${page.kind}`,
    `${Math.round(page.widthPt)} × ${Math.round(page.heightPt)} pt`,
    `${counted(words, 'word')} in ${counted(page.lines.length, 'line')}`,
    `${page.rules.length} rules`,
    `${page.pictures.length} pictures`,
    ...tables.map(({ kind, cells }) => `table (${kind}, ${cells.length} cells)`),
    ...page.warnings.map(({ code }) => code),
  ];
  return `page ${page.number}: ${counts.join(', ')}`;
}
