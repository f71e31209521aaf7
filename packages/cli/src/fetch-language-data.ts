import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '@platen/host/folder-problem';

const run = promisify(execFile);
/** Several packages hold 30 MB, and lines may be slow. */
const timeoutMs = 10 * 60_000;
/** The data inside a package, the smaller first: both read equally well. */
const variants = ['4.0.0_best_int', '4.0.0'];

/**
 * Has npm install the data of a language into `folder`, with the registry and proxy that npm is set up for, and resolves to
 * its file. Nothing of the package is run. Rejects with a `StartError` that says what npm said.
 */
export async function fetchLanguageData(code: string, folder: string): Promise<string> {
  const name = `@tesseract.js-data/${code}`;
  await writeFile(join(folder, 'package.json'), '{}');
  const args = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', name];
  try {
    // npm is a script of the shell on Windows. No word of the line comes from outside but the code, and it is checked.
    await run('npm', args, { cwd: folder, timeout: timeoutMs, shell: process.platform === 'win32' });
  } catch (error) {
    throw new StartError(`the data of "${code}" could not be fetched: ${reasonOf(error, name)}`, { cause: error });
  }
  const files = variants.map((variant) => join(folder, 'node_modules', name, variant, `${code}.traineddata.gz`));
  const found = files.find((file) => existsSync(file));
  if (found === undefined) throw new StartError(`the package ${name} contains no data that Platen can read`);
  return found;
}

function reasonOf(error: unknown, name: string): string {
  const { code, stderr = '' } = error as { readonly code?: string | number; readonly stderr?: string };
  if (code === 'ENOENT') return 'npm is not installed here; get the file and add it by its path';
  if (stderr.includes('E404')) return `npm has no package ${name}`;
  const lines = stderr.split('\n').map((line) => line.replace(/^npm (error|ERR!)\s*/, ''));
  return `npm could not install ${name}: ${lines.find((line) => line !== '' && !line.startsWith('npm warn') && !line.startsWith('code ')) ?? 'no reason given'}`;
}
