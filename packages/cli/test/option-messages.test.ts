import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, PlatenError } from '@platen/client';
import { ConversionError, type Operation, silentLogger } from '@platen/core';
import { readOptionFields } from '@platen/core/internal';
import { createMemoryRateLimiter } from '@platen/core/memory';
import { createEngine } from '@platen/engine';
import { platen } from '@platen/express';
import { standardOperations } from '@platen/standard';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exitCodes } from '../src/exit-code.ts';
import { main } from '../src/main.ts';
import { createOperationFlags } from '../src/options/operation-flags.ts';
import { samplePdf } from '../src/service/sample-pdf.ts';
import { createRecordingTerminal } from './recording-terminal.ts';

// Every option of every operation, over HTTP, in process, by the client and as a flag: what is wrong is told in words for people.

const badTexts = ['abc', '-1', '1.5', '99999999', 'NaN', '0x10', '\u0000', 'x'.repeat(1_000)];
/** Texts that are too long to be quoted, and those that are never quoted. */
const isQuoted = (name: string, value: string) => name !== 'password' && value.length < 60;
const libraryWords = /expected|received|invalid|too (small|big)|unrecognized|undefined|NaN(?!")/i;

const engine = createEngine({ operations: standardOperations, logger: silentLogger });
const app = express().use(
  platen({
    engine,
    trustUploads: true,
    authenticator: { authenticate: async () => ({ ownerId: 'tester' }) },
    rateLimiter: createMemoryRateLimiter(),
    requestsPerMinute: null,
    linkSecrets: ['a secret that has more than 32 characters'],
    logger: silentLogger,
  }),
);
const server = app.listen(0, '127.0.0.1');

let folder = '';
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-cli-options-'));
  await writeFile(join(folder, 'a.pdf'), samplePdf('a'));
  await writeFile(join(folder, 'a.png'), png);
  if (!server.listening) await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await engine.stop(0);
  await rm(folder, { recursive: true });
});

const cases = standardOperations.flatMap((operation) =>
  Object.keys(readOptionFields(operation).schemas).map((name) => [operation.name, name, operation] as const),
);

test.each(cases)('%s, %s', async (_operation, name, operation) => {
  for (const value of badTexts) {
    const answers = [await overHttp(operation, name, value), await inProcess(operation, name, value)];
    for (const message of answers) expect(message, value.slice(0, 20)).not.toMatch(libraryWords);
    // The same sentence, whichever way it came.
    if (answers[0] !== '') expect(answers[1]).toBe(answers[0]);
  }
});

test.each(cases)('%s: a wrong %s is refused by name on every way', async (_operation, name, operation) => {
  const values = await Promise.all(
    badTexts.map(async (value) => ((await overHttp(operation, name, value)).startsWith(`${name}`) ? [value] : [])),
  );
  const [value] = values.flat();
  if (value === undefined) throw new Error(`every text is taken as ${name}`);
  const sentence = await overHttp(operation, name, value);
  expect(sentence).toMatch(new RegExp(`^${name}(\\.0)?: `));
  if (isQuoted(name, value)) expect(sentence).toContain(JSON.stringify(value));
  else expect(sentence).not.toContain(value);
  expect(await inProcess(operation, name, value)).toBe(sentence);
  expect(await byClient(operation, name, value)).toBe(sentence);
  const flag = `--${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`;
  const printed = await onCommandLine(operation, flag, value);
  // A flag without a value is on.
  if (readOptionFields(operation).schemas[name]?.type === 'boolean') {
    expect(printed).toContain(`'${flag}' does not take an argument`);
    return;
  }
  const [, problem] = sentence.match(/^[^:]+: (.*)/) ?? [];
  // A flag that may be repeated names the item; one for languages also says how to add some.
  expect(printed?.replace(', item 1', '').startsWith(`platen: ${flag}: ${problem}`), printed).toBe(true);
  expect(printed).toMatch(/ \(INVALID_REQUEST\)$/);
});

async function overHttp(operation: Operation, name: string, value: string): Promise<string> {
  const form = new FormData();
  form.append(name, value);
  // Refused options are what is looked at: a file too few lets nothing run.
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/${operation.name}`, { method: 'POST', body: form });
  const { code, details } = (await response.json()) as { code: string; details: { errors: readonly Problem[] } };
  expect(code).toBe('INVALID_REQUEST');
  return textOf(details.errors);
}

/** As the command does: flags to options, options to the engine. */
async function inProcess(operation: Operation, name: string, value: string): Promise<string> {
  const flags = createOperationFlags(operation, []);
  const flag = name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
  const options = flags.toOptions({ [flag]: value });
  const error: unknown = await engine.convert(operation, [], options).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!ConversionError.is(error)) throw error;
  return textOf(error.details.errors as readonly Problem[]);
}

async function byClient(operation: Operation, name: string, value: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const client = createClient({ url: `http://127.0.0.1:${port}`, apiKey: 'any' });
  const file = new File([operation.accepts.includes('application/pdf') ? samplePdf('a') : png], 'a');
  const files = Array.from({ length: operation.files.min }, () => file);
  const error: unknown = await client.submit(operation.name as 'pdf/split', files, { [name]: value }).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PlatenError)) throw error;
  expect(error.code).toBe('INVALID_REQUEST');
  return textOf((error.details as { errors: readonly Problem[] }).errors);
}

/** What the command prints. */
async function onCommandLine(operation: Operation, flag: string, value: string): Promise<string | undefined> {
  const recording = createRecordingTerminal();
  const file = join(folder, operation.accepts.includes('application/pdf') ? 'a.pdf' : 'a.png');
  const files = Array.from({ length: operation.files.min }, () => file);
  const args = ['convert', operation.name, ...files, `${flag}=${value}`, '-o', join(folder, 'out/')];
  expect(await main(args, recording.terminal)).toBe(exitCodes.usage);
  return recording.notes[0];
}

interface Problem {
  readonly field: string;
  readonly problem: string;
}

function textOf(problems: readonly Problem[]): string {
  return problems
    .filter(({ field }) => field !== 'file' && field !== 'files')
    .map(({ field, problem }) => `${field}: ${problem}`)
    .join('; ');
}
