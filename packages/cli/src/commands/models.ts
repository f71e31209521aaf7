import { statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readProblem } from '@platen/core/fs';
import { ensureWritableFolder } from '@platen/host/folder-problem';
import { installedModels, ocrSettingsFromEnvironment } from '@platen/pdf-kit/ocr-settings';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { languageFolder } from '../language-folder.ts';
import { type ActionCommand, parseAction } from '../options/parse-action.ts';
import { placeFile } from '../place-file.ts';
import { importOptional } from '../service/import-optional.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const help = `platen models list [--json]
platen models add <wheel, folder or file>… [--json]

Lists and adds the models of the second reader (PP-OCR, by the package @platen/paddle-ocr). It reads text again that Tesseract
read with little confidence.
Nothing is downloaded: get the wheel with "pip download --no-deps rapidocr==3.10.0", then add
./rapidocr-3.10.0-py3-none-any.whl, or a folder of its .onnx files. Files are checked by their SHA-256. They go into the folder of languages
(${languageFolder()}), or into --folder; list other folders in PLATEN_OCR_LANGUAGES.

  --folder <folder>    add: folder for the models
  --json               Print JSON: the names, or the files that were added`;

const flags = { folder: { type: 'string' } } as const;
const command: ActionCommand<typeof flags, 'list' | 'add'> = {
  name: 'models',
  help,
  flags,
  actions: { list: {}, add: { takes: '<wheel, folder or file>…', flags: ['folder'] } },
};

/** `platen models list | add`. */
export async function models(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const parsed = parseAction(command, args, terminal);
  if (typeof parsed === 'number') return parsed;
  const { action, given, values } = parsed;
  if (action === 'list') {
    const names = await installedModels(ocrSettingsFromEnvironment());
    for (const line of values.json ? [JSON.stringify(names)] : names) terminal.print(line);
    return exitCodes.success;
  }
  const added = await add(given, values.folder ?? languageFolder());
  if (values.json) terminal.print(JSON.stringify({ added }));
  for (const file of values.json ? [] : added) terminal.note(`added ${file}`);
  return exitCodes.success;
}

async function add(paths: readonly string[], folder: string): Promise<readonly string[]> {
  const { readModels } = await importOptional('@platen/paddle-ocr', 'models need', () => import('@platen/paddle-ocr'));
  const read = async (path: string) => {
    const problem = isFolder(path) ? null : await readProblem(path);
    if (problem !== null) throw new UsageError(`"${path}" cannot be read: ${problem}`);
    return readModels(path).catch((error: unknown) => {
      if (!(error instanceof RangeError)) throw error;
      throw new UsageError(`"${path}" is not added: ${error.message}`);
    });
  };
  await ensureWritableFolder(folder);
  const scratch = await mkdtemp(join(tmpdir(), 'platen-models-'));
  const added: string[] = [];
  try {
    for (const path of paths) {
      for (const { fileName, bytes } of await read(path)) {
        const file = join(scratch, fileName);
        await writeFile(file, bytes);
        const target = join(folder, fileName);
        // Whole or not at all: a server that runs may read it at any time.
        await placeFile(file, resolve(target), { force: true, inputs: [] });
        added.push(target);
      }
    }
    return added;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
