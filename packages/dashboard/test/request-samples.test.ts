import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { type SampleLanguage, type SampleRequest, writeSample } from '../web/request-samples.ts';

const run = promisify(execFile);
const env = { ...process.env, PLATEN_KEY: 'platen_secret', PDF_PASSWORD: 'it\'s "open" $HOME' };
/** Names and values that a shell, curl, JavaScript or Python would take for something else. */
const names = ['plain.pdf', "it's; $(touch ran) `touch ran`.pdf", 'a"b,c;type=x.pdf', '@<=&ä‮.pdf'];
const fields = [
  ['pages', '@1-3'],
  ['title', '<a> \'b\' "c" \\ $HOME `touch ran` % é\n2'],
  ['title', 'twice'],
] as const;

async function hasRequests(): Promise<boolean> {
  return run('python3', ['-c', 'import requests']).then(
    () => true,
    () => false,
  );
}
const python = (await hasRequests()) ? test : test.skip;

/** Runs a sample in a folder that has its files, against a server that takes any form apart. */
async function sent(language: SampleLanguage, command: string, request: Partial<SampleRequest> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'platen-sample-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const forms: FormData[] = [];
  const keys: unknown[] = [];
  const server = createServer(async (message, response) => {
    keys.push(message.headers['x-api-key']);
    if (message.method === 'POST') {
      const body = await buffer(message);
      forms.push(
        await new Response(new Uint8Array(body), {
          headers: { 'Content-Type': String(message.headers['content-type']) },
        }).formData(),
      );
    }
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ status: 'completed', statusUrl: `http://${message.headers.host}/status` }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const whole = { apiUrl, operation: 'pdf/merge', fileNames: names, fields, secretFields: ['password'], ...request };
  for (const name of whole.fileNames) await writeFile(join(folder, name), `content of ${name}`);
  const code = writeSample(language, whole);
  expect(code).not.toContain('platen_secret');
  const file = join(folder, 'sample.mjs');
  await writeFile(file, code);
  await run(command, [file], { cwd: folder, env });
  await expect(access(join(folder, 'ran'))).rejects.toThrow();
  expect(new Set(keys)).toEqual(new Set(['platen_secret']));
  const [form = new FormData()] = forms;
  const entries = [...form].map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value.name,
  ]);
  return entries;
}

const whole = [...fields, ['password', env.PDF_PASSWORD]];

test.each([
  ['curl', 'sh'],
  ['Node', process.execPath],
] as const)(
  'a request in %s sends what was sent, whatever it is called, and runs nothing else',
  async (language, command) => {
    expect(await sent(language, command)).toEqual([...whole, ...names.map((name) => ['files', name])]);
    expect(await sent(language, command, { fileNames: ['one.pdf'], fields: [], secretFields: [] })).toEqual([
      ['file', 'one.pdf'],
    ]);
  },
);

python('a request in Python sends what was sent, whatever it is called (where requests is installed)', async () => {
  const entries = await sent('Python', 'python3');
  expect(entries.slice(0, whole.length)).toEqual(whole);
  expect(entries).toHaveLength(whole.length + names.length);
});

test('a request in Python is Python', async () => {
  const request = { apiUrl: 'http://x', operation: 'ocr', fileNames: names, fields, secretFields: ['password'] };
  const code = writeSample('Python', request);
  const check =
    'import ast, sys; tree = ast.parse(sys.argv[1]); print([n.value for n in ast.walk(tree) if isinstance(n, ast.Constant)])';
  const { stdout } = await run('python3', ['-c', check, code]);
  for (const name of ['plain.pdf', 'twice', 'PDF_PASSWORD']) expect(stdout).toContain(name);
});
