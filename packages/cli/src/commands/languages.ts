import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { ensureWritableFolder } from '@platen/host/folder-problem';
import { standardOperations } from '@platen/standard';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { fetchLanguageData } from '../fetch-language-data.ts';
import { languageFolder } from '../language-folder.ts';
import { type ActionCommand, parseAction } from '../options/parse-action.ts';
import { placeFile } from '../place-file.ts';
import { readableFile } from '../readable-file.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const help = `platen languages list [--json]
platen languages add <code or file>… [--json]

The languages that text is recognised in. "add deu" takes the data of a language (Tesseract's codes: deu, fra, spa, chi_sim)
from the npm package @tesseract.js-data/deu; "add ./deu.traineddata" takes a file of your own. Data goes into a folder of
this user (${languageFolder()}), or the one given with --folder; name other folders in PLATEN_OCR_LANGUAGES.

  --folder <folder>    add: where the data goes
  --json               Print JSON: the codes, or the files that were added`;

const flags = { folder: { type: 'string' } } as const;
const command: ActionCommand<typeof flags, 'list' | 'add'> = {
  name: 'languages',
  help,
  flags,
  actions: { list: {}, add: { takes: '<code or file>…', flags: ['folder'] } },
};

const dataFilePattern = /^\w+\.traineddata(\.gz)?$/;
const codePattern = /^[a-z]{3}(_[a-z]+)*$/;

/** `platen languages list | add`. */
export async function languages(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const parsed = parseAction(command, args, terminal);
  if (typeof parsed === 'number') return parsed;
  const { action, given: names, values } = parsed;
  if (action === 'list') return list(values.json, terminal);
  for (const name of names) checkName(name);
  const added = await add(names, values.folder ?? languageFolder());
  if (values.json) terminal.print(JSON.stringify({ added }));
  for (const file of values.json ? [] : added) terminal.note(`added ${file}`);
  return exitCodes.success;
}

async function list(asJson: boolean, terminal: Terminal): Promise<ExitCode> {
  const operations = standardOperations.flatMap(({ languages: installed }) =>
    installed === undefined ? [] : [installed],
  );
  const codes = [...new Set((await Promise.all(operations.map((installed) => installed()))).flat())].sort();
  if (asJson) terminal.print(JSON.stringify(codes));
  else for (const code of codes) terminal.print(code);
  return exitCodes.success;
}

function checkName(name: string): void {
  if (isFile(name) ? dataFilePattern.test(basename(name)) : codePattern.test(name)) return;
  throw new UsageError(
    isFile(name)
      ? `"${name}" is not named like language data: <code>.traineddata or <code>.traineddata.gz`
      : `"${name}" is no code of a language: they are Tesseract's, as deu, fra, spa or chi_sim`,
  );
}

/** What looks like a path, and is no code. */
function isFile(name: string): boolean {
  return name.includes('.') || basename(name) !== name;
}

async function add(names: readonly string[], folder: string): Promise<readonly string[]> {
  await ensureWritableFolder(folder);
  const scratch = await mkdtemp(join(tmpdir(), 'platen-languages-'));
  const added: string[] = [];
  try {
    for (const name of names) {
      const file = isFile(name) ? await readableFile(name) : await fetchLanguageData(name, scratch);
      const target = join(folder, basename(file));
      // Whole or not at all: a server that runs may read it at any time.
      await placeFile(file, resolve(target), { force: true, inputs: [] });
      added.push(target);
    }
    return added;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
