import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { connect, errorOf, makeFolder, serve } from './connect.ts';

const pdf = '%PDF-1.7\n';

async function folderWithFile(): Promise<string> {
  const folder = await makeFolder();
  await writeFile(join(folder, 'a.pdf'), pdf);
  return folder;
}

const call = (client: Client, args: Readonly<Record<string, unknown>>, name = 'test_copy') =>
  client.callTool({ name, arguments: { ...args } });

test('each operation is a tool with the schema and descriptions of its options', async () => {
  const { client } = await connect([]);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['test_copy', 'test_gather']);
  const [copy] = tools;
  expect(copy?.inputSchema.required).toEqual(['files']);
  expect(copy?.inputSchema.properties).toMatchObject({
    files: { type: 'array', minItems: 1, maxItems: 1 },
    outputFolder: { type: 'string' },
    copies: { description: expect.any(String) },
  });
  expect(copy?.execution).toEqual({ taskSupport: 'optional' });
});

test('a result is written beside its file, under a name that is free, and linked', async () => {
  const folder = await folderWithFile();
  const { client } = await connect([folder]);
  const result = await call(client, { files: [join(folder, 'a.pdf')] });
  expect(result.isError).toBeUndefined();
  const [, link] = result.content as readonly { readonly type: string; readonly uri: string; readonly name: string }[];
  const path = join(folder, link?.name ?? '');
  expect(link).toMatchObject({ type: 'resource_link', uri: pathToFileURL(path).href, size: pdf.length });
  expect(await readFile(path, 'utf8')).toBe(pdf);
  expect(await readFile(join(folder, 'a.pdf'), 'utf8')).toBe(pdf);
  const again = await call(client, { files: ['a.pdf'] });
  expect((again.content as readonly { readonly uri: string }[])[1]?.uri).not.toBe(link?.uri);
});

test('a folder for the results may be given, and a file by its URL', async () => {
  const folder = await folderWithFile();
  await mkdir(join(folder, 'out'));
  const { client } = await connect([folder]);
  const result = await call(client, { files: [pathToFileURL(join(folder, 'a.pdf')).href], outputFolder: 'out' });
  expect(result.isError).toBeUndefined();
  expect(await readdir(join(folder, 'out'))).toHaveLength(1);
});

test('an error of a conversion has its code and details', async () => {
  const folder = await folderWithFile();
  await writeFile(join(folder, 'notes.pdf'), 'no PDF');
  const { client } = await connect([folder]);
  expect(errorOf(await call(client, { files: ['notes.pdf'] }))).toMatchObject({ code: 'UNSUPPORTED_FORMAT' });
  expect(errorOf(await call(client, { files: ['a.pdf'], copies: 'many' }))).toMatchObject({
    code: 'INVALID_REQUEST',
    details: { errors: [{ field: 'copies' }] },
  });
  expect(errorOf(await call(client, { files: ['a.pdf'], act: 'fail' }))).toMatchObject({ code: 'PROCESSING_FAILED' });
});

test('progress is told to who asks for it, and never falls', async () => {
  const folder = await folderWithFile();
  const { client } = await connect([folder]);
  const told: number[] = [];
  const params = { name: 'test_copy', arguments: { files: ['a.pdf'] } };
  await client.callTool(params, undefined, { onprogress: ({ progress }) => told.push(progress) });
  expect(told).toEqual(told.toSorted((a, b) => a - b));
});

test('a call that is cancelled ends its conversion, and writes nothing', async () => {
  const folder = await folderWithFile();
  const { client } = await connect([folder]);
  const controller = new AbortController();
  const running = client.callTool({ name: 'test_copy', arguments: { files: ['a.pdf'], act: 'wait' } }, undefined, {
    signal: controller.signal,
  });
  controller.abort();
  await expect(running).rejects.toThrow();
  expect(await call(client, { files: ['a.pdf'] })).not.toHaveProperty('isError');
  expect(await readdir(folder)).toHaveLength(2);
});

test('a task is asked after, has its result, and can be cancelled', async () => {
  const folder = await folderWithFile();
  const { client } = await connect([folder]);
  const { tasks } = client.experimental;
  const stream = tasks.callToolStream({ name: 'test_copy', arguments: { files: ['a.pdf'] } }, CallToolResultSchema, {
    task: { ttl: 60_000 },
  });
  const seen: string[] = [];
  for await (const message of stream) {
    seen.push(message.type);
    if (message.type === 'result')
      expect(message.result.structuredContent).toMatchObject({ outputs: [{ sizeBytes: 9 }] });
  }
  expect([seen[0], seen.at(-1)]).toEqual(['taskCreated', 'result']);

  const waiting = tasks.callToolStream(
    { name: 'test_copy', arguments: { files: ['a.pdf'], act: 'wait' } },
    CallToolResultSchema,
    { task: {} },
  );
  const { value } = await waiting.next();
  if (value?.type !== 'taskCreated') throw new Error('no task');
  await tasks.cancelTask(value.task.taskId);
  expect(await tasks.getTask(value.task.taskId)).toMatchObject({ status: 'cancelled' });
});

test.each<[string, (inside: string, outside: string) => Promise<string>, string]>([
  ['a path outside', async (_, outside) => join(outside, 'a.pdf'), 'is outside the folders that are allowed'],
  [
    'a path that climbs out',
    async (inside, outside) => `${inside}/../${outside.split('/').at(-1)}/a.pdf`,
    'is outside',
  ],
  ['a folder whose name only begins alike', async (inside) => `${inside}-2/a.pdf`, 'does not exist'],
  [
    'a link to a file outside',
    async (inside, outside) => {
      await symlink(join(outside, 'a.pdf'), join(inside, 'link.pdf'));
      return 'link.pdf';
    },
    'is outside',
  ],
  [
    'a link to a folder outside',
    async (inside, outside) => {
      await symlink(outside, join(inside, 'link'));
      return 'link/a.pdf';
    },
    'is outside',
  ],
  ['a folder', async () => '.', 'is not a file'],
  ['a path with a zero byte', async () => 'a.pdf\0.txt', 'is not a path'],
  ['a URL of another machine', async () => 'file://elsewhere/a.pdf', 'is not a path on this machine'],
  ['a path of a megabyte', async () => 'a/'.repeat(500_000), 'is not a path'],
  ['a device', async () => '/dev/zero', 'is outside'],
])('%s is refused by name', async (_, nameIt, problem) => {
  const [inside, outside] = [await folderWithFile(), await folderWithFile()];
  const { client } = await connect([inside]);
  const path = await nameIt(inside, outside);
  const error = errorOf(await call(client, { files: [path] }));
  expect(error?.code).toBe('INVALID_REQUEST');
  expect(error?.message).toContain(problem);
  const folder = errorOf(await call(client, { files: ['a.pdf'], outputFolder: join(outside, '.') }));
  expect(folder?.message).toContain('outputFolder');
});

test('a link inside to a file inside is followed', async () => {
  const folder = await folderWithFile();
  await symlink(join(folder, 'a.pdf'), join(folder, 'link.pdf'));
  const { client } = await connect([folder]);
  expect(await call(client, { files: ['link.pdf'] })).not.toHaveProperty('isError');
});

test('without roots and folders nothing is allowed; with folders the roots cannot widen them', async () => {
  const [one, two] = [await folderWithFile(), await folderWithFile()];
  const ask = async (roots: readonly string[] | undefined, folders?: readonly string[]) => {
    const { client } = await connect(roots, folders);
    return Promise.all(
      [one, two].map(async (folder) => errorOf(await call(client, { files: [join(folder, 'a.pdf')] })) === undefined),
    );
  };
  expect(await ask(undefined)).toEqual([false, false]);
  expect(await ask([])).toEqual([false, false]);
  expect(await ask([one, two], [two])).toEqual([false, true]);
  expect(await ask(undefined, [one])).toEqual([true, false]);
});

test('a file that is replaced by a link to one outside while it is opened is not read', async () => {
  const [inside, outside] = [await folderWithFile(), await makeFolder()];
  await writeFile(join(outside, 'secret.pdf'), `${pdf}secret`);
  const { client } = await connect([inside]);
  let swaps = true;
  const swapping = (async () => {
    for (let turn = 0; swaps; turn += 1) {
      await symlink(join(outside, 'secret.pdf'), join(inside, `link-${turn}`));
      await rename(join(inside, `link-${turn}`), join(inside, 'b.pdf'));
      await writeFile(join(inside, `file-${turn}`), pdf);
      await rename(join(inside, `file-${turn}`), join(inside, 'b.pdf'));
    }
  })();
  for (let turn = 0; turn < 20; turn += 1) await call(client, { files: ['b.pdf'] });
  swaps = false;
  await swapping;
  for (const name of await readdir(inside)) {
    if (name !== 'b.pdf') expect(await readFile(join(inside, name), 'utf8')).not.toContain('secret');
  }
});

test('messages that are none are passed over, and the next one is answered', async () => {
  const { input, output } = serve();
  for (const line of [
    '{',
    'null',
    '[]',
    '{"jsonrpc":"1.0"}',
    '"'.repeat(1_000),
    '{"jsonrpc":"2.0","id":{},"method":1}',
  ]) {
    input.write(`${line}\n`);
  }
  input.write('{"jsonrpc":"2.0","id":7,"method":"ping"}\n');
  const [answer] = (await once(output, 'data')) as [Buffer];
  expect(JSON.parse(answer.toString())).toEqual({ jsonrpc: '2.0', id: 7, result: {} });
});

test('a message without end closes the connection', async () => {
  const { input, served } = serve();
  input.write(Buffer.alloc(11 * 1024 * 1024, 'x'));
  await served;
});

test('more calls than a client may have at once are refused, and others go on', async () => {
  const folder = await folderWithFile();
  const { client } = await connect([folder]);
  const controller = new AbortController();
  const waiting = Array.from({ length: 32 }, () =>
    client.callTool({ name: 'test_copy', arguments: { files: ['a.pdf'], act: 'wait' } }, undefined, {
      signal: controller.signal,
    }),
  );
  const refused = Promise.allSettled(waiting);
  expect(errorOf(await call(client, { files: ['a.pdf'] }))).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    details: { reason: 'queue_full' },
  });
  controller.abort();
  await refused;
  await expect.poll(async () => errorOf(await call(client, { files: ['a.pdf'] }))).toBeUndefined();
});

test('arguments of every kind are answered', async () => {
  const folder = await folderWithFile();
  const { client } = await connect([folder]);
  for (const files of [undefined, null, 'a.pdf', [], [1], [null], {}, Array.from({ length: 10_000 }, () => 'a.pdf')]) {
    expect(errorOf(await call(client, { files }))?.code).toBe('INVALID_REQUEST');
  }
  // More than may run at once: none of them counts.
  for (let turn = 0; turn < 40; turn += 1) {
    await expect(client.callTool({ name: 'rm_rf', arguments: {} })).rejects.toThrow('there is no tool "rm_rf"');
  }
  expect(errorOf(await call(client, { files: ['a.pdf'] }))).toBeUndefined();
  await expect(client.callTool({ name: '__proto__', arguments: {} })).rejects.toThrow('there is no tool');
});

test('when the client closes its end what runs is cancelled', async () => {
  const folder = await folderWithFile();
  const { client, input, served } = await connect([folder]);
  const running = call(client, { files: ['a.pdf'], act: 'wait' });
  running.catch(() => {});
  await client.ping();
  input.end();
  await served;
});
