import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import { expect, inject, onTestFinished, test } from 'vitest';
import { samplePdf } from '../../cli/src/service/sample-pdf.ts';

const run = promisify(execFile);
const bin = join(inject('builtPackages'), 'platen/bin/platen.js');
const cli = join(inject('builtPackages'), '@platen/cli');

/** Runs the command line under its short name. */
function platen(args: readonly string[], path = bin) {
  return run(process.execPath, [path, ...args]);
}

function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'platen-short-name-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test.each([[['--version']], [['--help']], [['serve', '--help']]])('%j prints what @platen/cli prints', async (args) => {
  const { stdout } = await platen(args);
  expect(stdout).toBe((await platen(args, join(cli, 'bin/platen.js'))).stdout);
  expect(stdout).toContain('platen');
});

test('a wrong command ends with the message and the exit code of @platen/cli', async () => {
  await expect(platen(['serv'])).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('there is no command "serv": did you mean "serve"?'),
  });
});

test('runs through a link, as npm installs it', async () => {
  const link = join(scratchFolder(), 'platen');
  symlinkSync(bin, link);
  expect((await platen(['--version'], link)).stdout).toMatch(/^platen \d+\.\d+\.\d+/);
});

test('converts as its README says: platen convert pdf/to-word report.pdf -o report.docx', async () => {
  const folder = scratchFolder();
  const [input, output] = [join(folder, 'report.pdf'), join(folder, 'report.docx')];
  writeFileSync(input, samplePdf('Quarterly figures'));
  await platen(['convert', 'pdf/to-word', input, '-o', output]);
  expect(documentXml(readFileSync(output)).replaceAll(/<[^>]*>/g, '')).toContain('Quarterly figures');
});

/** The XML of the text, from the first local header of the package that names it. */
function documentXml(docx: Buffer): string {
  const name = 'word/document.xml';
  const at = docx.indexOf(name);
  const extraBytes = docx.readUInt16LE(at - 2);
  return inflateRawSync(docx.subarray(at + name.length + extraBytes)).toString();
}

test('serves on 127.0.0.1 and ends in order on SIGTERM', async () => {
  const folder = scratchFolder();
  const child = spawn(process.execPath, [bin, 'serve', '--port', '0', '--data', join(folder, 'data')], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  const [greeting] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(greeting)?.[0] ?? '';
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

test('listens on the port that its README names, unless it is given another', async () => {
  const { stdout } = await platen(['serve', '--help']);
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(readme)?.[1] ?? 'none';
  expect(stdout).toMatch(new RegExp(`--port .*${port}`));
});

test('is released together with the command line that it runs', () => {
  const own = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const { version } = JSON.parse(readFileSync(join(cli, 'package.json'), 'utf8'));
  expect(own).toMatchObject({ version, dependencies: { '@platen/cli': version } });
});

/** The machine's own Node, where it is too old for Platen. */
const oldNode = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => {
  try {
    return execFileSync(path, ['-p', 'parseInt(process.versions.node) < 22'], { encoding: 'utf8' }) === 'true\n';
  } catch {
    return false; // There is none.
  }
});

test.skipIf(oldNode === undefined)('on an old Node says so in one line (needs one)', async () => {
  await expect(run(String(oldNode), [bin, 'serve'])).rejects.toMatchObject({
    code: 4,
    stderr: expect.stringMatching(/^platen needs Node 22\.13 or newer; this is v[^\n]+\n$/),
  });
});
