import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ConversionError, type Operation, silentLogger } from '@platen/core';
import { readOptionFields } from '@platen/core/internal';
import { createMemoryRateLimiter } from '@platen/core/memory';
import { createEngine } from '@platen/engine';
import { platen } from '@platen/express';
import { standardOperations } from '@platen/standard';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperationFlags } from '../src/options/operation-flags.ts';

// Every option of every operation, over HTTP, in process and as a flag: what is wrong is told in words for people.

const badTexts = ['abc', '-1', '1.5', '99999999', 'NaN', '0x10', '\u0000', 'x'.repeat(1_000)];
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

beforeAll(async () => {
  if (!server.listening) await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await engine.stop(0);
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
