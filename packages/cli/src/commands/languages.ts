import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { ensureWritableFolder, StartError } from '@platen/host/folder-problem';
import { standardOperations } from '@platen/standard';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-code.ts';
import { fetchLanguageData } from '../fetch-language-data.ts';
import { languageFolder } from '../language-folder.ts';
import { type ActionCommand, parseAction } from '../options/parse-action.ts';
import { placeFile } from '../place-file.ts';
import { readableFile } from '../readable-file.ts';
import { describeError } from '../report-error.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const help = `platen languages list [--json]
platen languages add <code or file>… [--json]

Lists and adds the languages of text recognition. "add deu" downloads a language (by the codes of Tesseract: deu, fra, spa,
chi_sim) from the npm package @tesseract.js-data/deu; "add ./deu.traineddata" adds your file. Data goes into a folder of
this user (${languageFolder()}), or into --folder; list other folders in PLATEN_OCR_LANGUAGES.

  --folder <folder>    add: folder for the data
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
  const { added, failed } = await add(names, values.folder ?? languageFolder());
  const [only] = failed;
  if (only !== undefined && names.length === 1) throw only.error;
  if (values.json)
    terminal.print(JSON.stringify({ added, ...(failed.length === 0 ? {} : { failed: failed.map(asJson) }) }));
  else {
    for (const file of added) terminal.note(`added ${file}`);
    for (const { error } of failed) terminal.note(`platen: ${describeError(error).message}`);
  }
  if (failed.length === 0) return exitCodes.success;
  return added.length === 0 ? exitCodeOf(failed[0]?.error) : exitCodes.incomplete;
}

interface FailedName {
  readonly name: string;
  readonly error: UsageError | StartError;
}

function asJson({ name, error }: FailedName) {
  return { name, error: describeError(error) };
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
      : `"${name}" is not a language code. Tesseract's codes are such as deu, fra, spa or chi_sim`,
  );
}

/** What looks like a path, and is no code. */
function isFile(name: string): boolean {
  return name.includes('.') || basename(name) !== name;
}

/** Adds what can be added: one name that is wrong does not keep the others out. */
async function add(names: readonly string[], folder: string) {
  await ensureWritableFolder(folder);
  const scratch = await mkdtemp(join(tmpdir(), 'platen-languages-'));
  const added: string[] = [];
  const failed: FailedName[] = [];
  try {
    for (const name of names) {
      try {
        const file = isFile(name) ? await readableFile(name) : await fetchLanguageData(name, scratch);
        const target = join(folder, basename(file));
        // Whole or not at all: a server that runs may read it at any time.
        await placeFile(file, resolve(target), { force: true, inputs: [] });
        added.push(target);
      } catch (error) {
        if (!(error instanceof UsageError || error instanceof StartError)) throw error;
        failed.push({ name, error });
      }
    }
    return { added, failed };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
