import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { samplePdf } from './sample-pdf.ts';
import { type PlatenServer, servePlaten } from './serve-platen.ts';

// What others generate from the OpenAPI document: its types compile, and it converts a file. The generators are tried where
// they are installed: CI does, and `.ci/run` shows how.

const run = promisify(execFile);
const source = (name: string) => fileURLToPath(new URL(`./generated/${name}`, import.meta.url));
const timeoutMs = 240_000;

/** What came of the file, in either language. */
const outcome = {
  fileName: 'one.jpg',
  isWhole: true,
  isJpeg: true,
  canCompress: true,
  isListed: true,
  unknown: 'JOB_NOT_FOUND',
};

let server: PlatenServer;
let folder = '';

beforeEach(async () => {
  server = await servePlaten();
  folder = await mkdtemp(join(tmpdir(), 'platen-generated-'));
  const document = await fetch(`${server.url}/api/openapi.json`);
  await writeFile(join(folder, 'openapi.json'), await document.text());
  await writeFile(join(folder, 'one.pdf'), samplePdf().stream());
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  // Go makes what it downloads read-only, but not here: its cache is elsewhere.
  await rm(folder, { recursive: true, force: true });
});

const python = process.env.PLATEN_OPENAPI_PYTHON ?? '';
const hasPython = existsSync(join(python, 'openapi-python-client')) && existsSync(join(python, 'mypy'));

test.skipIf(!hasPython)(
  `a generated Python client${hasPython ? '' : ' (skipped: PLATEN_OPENAPI_PYTHON names no folder with openapi-python-client and mypy)'}`,
  async () => {
    const env = { ...process.env, PATH: `${python}${delimiter}${process.env.PATH}` };
    const options = { cwd: folder, env, timeout: timeoutMs };
    await run('openapi-python-client', generatePython, options);
    await copyFile(source('convert.py'), join(folder, 'convert.py'));
    // Not the part that is the same for every document.
    const checked = ['--follow-imports=silent', 'platen_api/api', 'platen_api/models', 'convert.py'];
    await run('mypy', checked, options);
    const { stdout } = await run('python', ['convert.py', server.url, server.apiKey, 'one.pdf'], options);
    expect(JSON.parse(stdout)).toEqual(outcome);
  },
  timeoutMs,
);

const generatePython = ['generate', '--path', 'openapi.json', '--output-path', 'platen_api', '--meta', 'none'];

const goFolder = ['/usr/local/go/bin', ...(process.env.PATH ?? '').split(delimiter)].find((path) =>
  existsSync(join(path, 'go')),
);
const codegen = process.env.PLATEN_OAPI_CODEGEN ?? '';
const hasGo = goFolder !== undefined && existsSync(codegen);

test.skipIf(!hasGo)(
  `a generated Go client${hasGo ? '' : ' (skipped: no go, or PLATEN_OAPI_CODEGEN names no oapi-codegen)'}`,
  async () => {
    const env = { ...process.env, PATH: `${goFolder}${delimiter}${process.env.PATH}` };
    const options = { cwd: folder, env, timeout: timeoutMs };
    await run(codegen, ['-generate', 'types,client', '-package', 'main', '-o', 'client.go', 'openapi.json'], options);
    await copyFile(source('main.go'), join(folder, 'main.go'));
    await run('go', ['mod', 'init', 'example.com/converts'], options);
    await run('go', ['mod', 'tidy'], options);
    await run('go', ['vet', '.'], options);
    const { stdout } = await run('go', ['run', '.', server.url, server.apiKey, 'one.pdf'], options);
    expect(JSON.parse(stdout)).toEqual(outcome);
  },
  timeoutMs,
);
