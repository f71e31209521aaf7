import { createClient } from '@platen/client';
import { createMemoryKeyStore } from '@platen/core/memory';
import { createEngine } from '@platen/engine';
import { platen } from '@platen/express';
import { platen as plugin } from '@platen/fastify';
import { createPlaten } from '@platen/host';
import { pdfMerge } from '@platen/pdf-merge';
import { standardOperations } from '@platen/standard';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';

// What JavaScript lets anybody write: each answer is one sentence that says what to do.

type Unchecked = (...given: readonly unknown[]) => unknown;
const untyped = (call: unknown) => call as Unchecked;
const [express, engineOf, host, client] = [platen, createEngine, createPlaten, createClient].map(untyped) as [
  Unchecked,
  Unchecked,
  Unchecked,
  Unchecked,
];
const pending = () => Promise.resolve({});
const engine = { isolated: true, submit() {} };
const linkSecrets = ['a secret that has more than 32 characters'];
const whatToPass = "pass what `await createPlaten({ data: './data' })` of @platen/host resolves to";

describe.each<[string, (options?: unknown) => unknown]>([
  ['express', (options) => express(options)],
  ['fastify', async (options) => await Fastify().register(plugin, options as never)],
])('%s', (name, mount) => {
  test.each([
    [pending(), `platen was given a promise, which must be awaited: ${whatToPass}`],
    [{}, `platen needs an engine: ${whatToPass}`],
    [undefined, `platen needs an engine: ${whatToPass}`],
    [
      { engine: pending() },
      `engine must be what createEngine returns, not a promise: await it first; or ${whatToPass}`,
    ],
    [{ engine }, `platen needs keys (a KeyStore) or an authenticator: ${whatToPass}`],
    [{ engine, keys: 'platen_abc' }, 'keys must be a KeyStore, such as that of createSqliteStore; it is "platen_abc"'],
    [{ engine, authenticator: async () => null }, 'authenticator must have a method authenticate; it is a function'],
    [
      { engine, keys: createMemoryKeyStore() },
      /^linkSecrets needs one or more secrets of at least 32 characters: readLinkSecrets/,
    ],
    [
      { engine, keys: createMemoryKeyStore(), linkSecrets, port: 80 },
      /^platen has no option "port"\. Its options are engine,/,
    ],
  ])('%o', async (options, message) => {
    const thrown = await Promise.resolve()
      .then(() => mount(options))
      .catch((error: unknown) => error);
    expect(thrown, name).toBeInstanceOf(TypeError);
    if (typeof message === 'string') expect((thrown as Error).message).toBe(message);
    else expect((thrown as Error).message).toMatch(message);
  });
});

test.each<[string, () => unknown, string]>([
  ['platen(null)', () => express(null), 'platen takes an object of options, not null'],
  ["platen('./data')", () => express('./data'), 'platen takes an object of options, not "./data"'],
  [
    'createEngine()',
    () => engineOf(),
    'createEngine needs operations: createEngine({ operations: standardOperations }), which @platen/standard exports',
  ],
  [
    'createEngine({})',
    () => engineOf({}),
    'createEngine needs operations: createEngine({ operations: standardOperations }), which @platen/standard exports',
  ],
  [
    'createEngine(standardOperations)',
    () => engineOf(standardOperations),
    'createEngine takes an object of options, not an array',
  ],
  [
    'createEngine({ operations: pdfMerge })',
    () => engineOf({ operations: pdfMerge }),
    'operations must be an array, [pdf/merge] here, not an object',
  ],
  [
    "createEngine({ operations: 'pdf/merge' })",
    () => engineOf({ operations: 'pdf/merge' }),
    'operations must be an array, such as standardOperations of @platen/standard, not "pdf/merge"',
  ],
  [
    'createEngine({ jobs: promise })',
    () => engineOf({ operations: [], jobs: pending() }),
    'jobs is a promise: await it first',
  ],
  ['createPlaten()', () => host(), 'createPlaten takes an object of options: createPlaten({ data: "./data" })'],
  [
    "createPlaten('/data')",
    () => host('/data'),
    'createPlaten takes an object of options: createPlaten({ data: "/data" })',
  ],
  ['createPlaten({})', () => host({}), "data must be the path of a folder, such as './data', not undefined"],
  [
    'createPlaten({ data: {} })',
    () => host({ data: {} }),
    "data must be the path of a folder, such as './data', not an object",
  ],
  ['createPlaten(promise)', () => host(pending()), 'createPlaten was given a promise: await it first'],
  [
    'createClient()',
    () => client(),
    "createClient takes options: createClient({ url: 'https://api.example.com', apiKey })",
  ],
  ['createClient({})', () => client({}), 'url must be an absolute http or https URL, not undefined'],
  [
    'createClient without a key',
    () => client({ url: 'https://api.example.com' }),
    'apiKey is missing: is the environment variable that it comes from set?',
  ],
])('%s', async (_call, make, message) => {
  const thrown = await Promise.resolve()
    .then(make)
    .catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(TypeError);
  expect((thrown as Error).message).toBe(message);
});

const whatIsRead = 'a path, a file: URL, a Uint8Array (such as a Buffer), a Blob or a stream of bytes';

test.each<[string, readonly unknown[], string]>([
  ['no inputs', ['pdf/merge'], 'inputs are missing: give a path, bytes, a Blob, a stream, or an array of these'],
  ['a number', ['pdf/compress', 7], `the data of "file-1" must be ${whatIsRead}, not 7`],
  [
    'a promise',
    ['pdf/merge', [pending(), 'b']],
    `the data of "file-1" must be ${whatIsRead}, not a promise: await it first`,
  ],
  ['options that are text', ['pdf/merge', ['a', 'b'], 'fast'], 'options must be an object, not "fast"'],
  ['no operation', [], 'operation must be an operation or the name of one'],
])('engine.convert with %s', async (_what, given, message) => {
  const real = createEngine({ operations: standardOperations });
  const thrown = await (real.convert as unknown as (...given: readonly unknown[]) => Promise<unknown>)(...given).catch(
    (error: unknown) => error,
  );
  await real.stop();
  expect(thrown).toBeInstanceOf(TypeError);
  expect((thrown as Error).message).toBe(message);
});
