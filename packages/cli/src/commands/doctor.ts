import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import {
  createEngine,
  createProcessExecutor,
  type Executor,
  findConfinement,
  hasNetworkPermission,
} from '@platen/engine';
import { missingScripts, readHostFonts } from '@platen/pdf-kit/render';
import { standardOperations } from '@platen/standard';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { parseArguments } from '../options/parse-arguments.ts';
import { samplePdf } from '../service/sample-pdf.ts';
import type { Terminal } from '../terminal.ts';

const help = `platen doctor [--data <folder>]

Looks whether everything is in place: Node, memory, the data folder (./platen-data) and what earlier processes left in
it, fonts, the confinement of worker processes, the libraries behind each operation, OCR languages, and a conversion
from end to end, in a thread and in a process. Ends with 4 when something is missing.`;

const gigabyte = 1024 ** 3;

/** A look at one thing: resolves to what it found, rejects when it is not as it should be. */
interface Check {
  readonly name: string;
  run(): Promise<string>;
}

/** `platen doctor`: every check, one line each. */
export async function doctor(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values } = parseArguments({
    args: [...args],
    options: { data: { type: 'string', default: 'platen-data' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help === true) {
    terminal.print(help);
    return exitCodes.success;
  }
  let failures = 0;
  for (const { name, run } of [...machineChecks(values.data), ...operationChecks(), ...languageChecks()]) {
    try {
      terminal.print(`ok    ${name.padEnd(24)} ${await run()}`);
    } catch (error) {
      failures += 1;
      terminal.print(`FAIL  ${name.padEnd(24)} ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return failures === 0 ? exitCodes.success : exitCodes.unavailable;
}

function machineChecks(dataFolder: string): readonly Check[] {
  return [
    { name: 'Node', run: async () => `${process.version} on ${process.platform} ${process.arch}` },
    {
      name: 'processors and memory',
      run: async () => `${availableParallelism()} processors, ${(totalmem() / gigabyte).toFixed(1)} GB`,
    },
    { name: 'data folder', run: () => checkFolder(dataFolder) },
    { name: 'SQLite', run: async () => `node:sqlite, SQLite ${process.versions.sqlite ?? 'unknown'}` },
    { name: 'temporary leftovers', run: () => describeLeftovers(dataFolder) },
    { name: 'fonts', run: describeFonts },
    { name: 'confinement', run: describeConfinement },
    { name: 'a merge in a thread', run: () => checkConversion() },
    { name: 'a merge in a process', run: () => checkConversion(createProcessExecutor({ processes: 1 })) },
  ];
}

async function checkFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const probe = join(folder, `.probe-${randomUUID()}`);
  await writeFile(probe, '');
  await rm(probe);
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  if (freeBytes < gigabyte) throw new Error(`only ${Math.round(freeBytes / 1024 ** 2)} MB free in ${folder}`);
  return `${folder} can be written, ${Math.round(freeBytes / gigabyte)} GB free`;
}

/** Folders of uploads and tasks: of a server that runs now, or left by one that was killed. */
async function describeLeftovers(dataFolder: string): Promise<string> {
  const left = await readdir(join(dataFolder, 'staging')).catch(() => []); // No server has run here yet.
  return left.length === 0 ? 'none' : `${left.length} staging folders: the next start removes those of dead processes`;
}

async function describeFonts(): Promise<string> {
  const fonts = readHostFonts();
  const missing = missingScripts(fonts);
  const found = `${fonts.faces.length} faces`;
  return missing.length === 0 ? found : `${found}; text whose font is not in its file will lack ${missing.join(', ')}`;
}

async function describeConfinement(): Promise<string> {
  const { prlimit, setpriv, unshare } = await findConfinement();
  const held = ['heap bound', 'permission model', 'deadline'];
  const missing: string[] = [];
  const tell = (works: boolean, what: string, without: string) => (works ? held : missing).push(works ? what : without);
  tell(prlimit !== null, 'memory denied (prlimit)', 'prlimit (memory is watched, not denied)');
  tell(setpriv !== null, 'ends with its server (setpriv)', 'setpriv (it ends a moment after its server)');
  tell(
    hasNetworkPermission || unshare !== null,
    hasNetworkPermission ? 'no network (permission model)' : 'no network (unshare)',
    'unshare, or leave of the system for it (workers could reach the network)',
  );
  return missing.length === 0 ? held.join(', ') : `${held.join(', ')}; without ${missing.join('; without ')}`;
}

async function checkConversion(executor?: Executor): Promise<string> {
  const engine = createEngine({ operations: standardOperations, ...(executor === undefined ? {} : { executor }) });
  try {
    const inputs = ['one', 'two'].map((text) => ({ fileName: `${text}.pdf`, data: samplePdf(text) }));
    await using conversion = await engine.convert('pdf/merge', inputs);
    return `${Math.round(conversion.durationMs)} ms`;
  } finally {
    await engine.stop(0);
  }
}

/** A worker file that loads has its libraries, native ones included, for this platform. */
function operationChecks(): readonly Check[] {
  return standardOperations.map(({ name, worker }) => ({
    name,
    async run() {
      const startedAt = performance.now();
      await import(worker.href);
      return `loads in ${Math.round(performance.now() - startedAt)} ms`;
    },
  }));
}

function languageChecks(): readonly Check[] {
  return standardOperations.flatMap(({ name, languages }) =>
    languages === undefined
      ? []
      : [
          {
            name: `${name} languages`,
            async run() {
              const installed = await languages();
              if (installed.length === 0) throw new Error('no language data is installed');
              return installed.join(', ');
            },
          },
        ],
  );
}
