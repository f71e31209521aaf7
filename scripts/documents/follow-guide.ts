import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type CodeBlock, codeBlocks } from './code-blocks.ts';

const run = promisify(execFile);

/** What differs from what a reader does. */
export interface GuideTerminal {
  /** Installs the packages of a line `npm install`, into a folder that may have a `package.json`. */
  install(folder: string, names: readonly string[]): Promise<void>;
  /** A command of the guide as it is run here. */
  adapt(line: string): string;
  /** Where its server listens, in place of port 3000. */
  readonly port: number;
}

const deadlineMs = 300_000;

/** A document, or one section of it. */
export interface Guide {
  readonly document: string;
  readonly section?: string;
}

/**
 * Does what a guide says, in order: writes each file that is named in backticks at the start of the paragraph above its
 * block or in its first line, and runs each block for the shell, from an empty folder on. Resolves to the folder that it ended in; rejects with
 * what a command printed when it fails. A server that a block starts is left running, until a later block starts it again.
 */
export async function followGuide(
  { document, section }: Guide,
  start: string,
  terminal: GuideTerminal,
): Promise<string> {
  const servers: Server[] = [];
  let folder = start;
  let exported = '';
  const withPort = (code: string) => code.replaceAll(/\b3000\b/g, String(terminal.port));
  try {
    for (const block of codeBlocks(document).filter((each) => section === undefined || each.section === section)) {
      if (block.language !== 'sh') {
        const path = join(folder, fileOf(block));
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, withPort(block.code));
        continue;
      }
      for (const written of withPort(block.code).trim().split('\n')) {
        const line = written.replace(/\s+# .*/, '');
        const names = /^npm install (?:--save-dev )?(.*)$/.exec(line)?.[1];
        if (names !== undefined) await terminal.install(folder, names.split(' '));
        else if (line.startsWith('node ')) {
          for (const server of servers.splice(0)) await server.stop();
          servers.push(await startServer(`${exported}\nexec ${terminal.adapt(line)}`, folder, terminal.port));
        } else ({ folder, exported } = await runLine(`${exported}\n${terminal.adapt(line)}`, folder));
      }
    }
    return folder;
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** The file that the paragraph above a block names; throws where none does. */
function fileOf({ document, line, above, code }: CodeBlock): string {
  const file = /^`([\w./-]+)`[:,]/.exec(above)?.[1] ?? /^\/\/ ([\w./-]+)\n/.exec(code)?.[1];
  if (file === undefined) throw new Error(`${document}:${line}: nothing says which file this is`);
  return file;
}

/** Runs a line as a shell does that stays open: resolves to its folder and its exported variables afterwards. */
async function runLine(line: string, folder: string): Promise<{ readonly folder: string; readonly exported: string }> {
  const state = join(folder, '.state');
  const script = `set -e\n${line}\n{ pwd; set | grep -E '^(KEY|JOB|SECRET)=' || true; } > '${state}'`;
  await run('sh', ['-c', script], { cwd: folder, timeout: deadlineMs }).catch((error) => {
    throw new Error(`${line}\n${error.stdout}${error.stderr}`);
  });
  const [after = folder, ...variables] = (await readFile(state, 'utf8')).trim().split('\n');
  return { folder: after, exported: variables.map((variable) => `export ${variable}`).join('\n') };
}

interface Server {
  /** Resolves when the process has ended. */
  stop(): Promise<void>;
}

async function startServer(script: string, folder: string, port: number): Promise<Server> {
  const child = spawn('sh', ['-c', script], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill();
    await ended;
  };
  for (let waited = 0; waited < deadlineMs; waited += 100) {
    if (child.exitCode !== null) throw new Error(`${script}: ended with ${child.exitCode}`);
    if (await accepts(port)) return { stop };
    await delay(100);
  }
  await stop();
  throw new Error(`${script}: does not listen`);
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, 'localhost');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false; // Not yet.
  } finally {
    socket.destroy();
  }
}
