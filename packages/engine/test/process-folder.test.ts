import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLimits, type WorkerCall } from '@platen/core';
import { expect, onTestFinished, test } from 'vitest';
import { createProcessFolder } from '../src/process-folder.ts';

/** A task with one input and an output folder, beside the folder of a process. */
async function sampleTask() {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'platen-folder-test-')));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const folder = join(root, 'task');
  const outputDir = join(folder, 'out');
  await mkdir(outputDir, { recursive: true });
  const path = join(folder, 'input-0');
  await writeFile(path, 'input');
  const inputs = [{ path, fileName: 'a.pdf', mediaType: 'application/pdf', sizeBytes: 5 }];
  const call = { phase: 'start', task: { inputs, options: {}, outputDir, limits: defaultLimits } } satisfies WorkerCall;
  return { root, folder, outputDir, call, processFolder: await createProcessFolder(join(root, 'process')) };
}

test('a call finds its input in the folder of the process, and what it writes comes back to its own', async () => {
  const { folder, outputDir, call, processFolder } = await sampleTask();
  const visit = await processFolder.enter(call, folder);
  const { inputs, outputDir: there } = visit.call.task;
  expect(inputs[0]?.path.startsWith(processFolder.inputs)).toBe(true);
  expect(there.startsWith(processFolder.outputs)).toBe(true);
  expect(await readFile(inputs[0]?.path ?? '', 'utf8')).toBe('input');
  await writeFile(join(there, 'made'), 'output');
  const output = { path: join(there, 'made'), fileName: 'b.pdf', mediaType: 'application/pdf' };
  const reply = await visit.leave({ kind: 'outputs', outputs: [output] });
  expect(reply).toEqual({ kind: 'outputs', outputs: [{ ...output, path: join(outputDir, 'made') }] });
  expect(await readFile(join(outputDir, 'made'), 'utf8')).toBe('output');
  expect([await readdir(processFolder.inputs), await readdir(processFolder.outputs)]).toEqual([[], []]);
});

test('files that parts and results name go along, and results name them where they are', async () => {
  const { folder, outputDir, call, processFolder } = await sampleTask();
  const planned = join(outputDir, 'planned');
  await writeFile(planned, 'from the plan');
  const visit = await processFolder.enter({ ...call, phase: 'part', part: { images: [{ path: planned }] } }, folder);
  const part = (visit.call as unknown as { part: { images: [{ path: string }] } }).part;
  expect(await readFile(part.images[0].path, 'utf8')).toBe('from the plan');
  await writeFile(join(visit.call.task.outputDir, 'made'), 'by the part');
  const made = join(visit.call.task.outputDir, 'made');
  const reply = await visit.leave({
    kind: 'result',
    result: new Map([
      ['made', made],
      ['planned', part.images[0].path],
    ]),
  });
  expect(reply).toEqual({
    kind: 'result',
    result: new Map([
      ['made', join(outputDir, 'made')],
      ['planned', planned],
    ]),
  });

  const joining = await processFolder.enter({ ...call, phase: 'join', results: [join(outputDir, 'made')] }, folder);
  const [there = ''] = (joining.call as unknown as { results: string[] }).results;
  expect(await readFile(there, 'utf8')).toBe('by the part');
  await writeFile(join(joining.call.task.outputDir, 'joined'), '');
  await joining.leave({ kind: 'outputs', outputs: [] });
  expect((await readdir(outputDir)).toSorted()).toEqual(['joined', 'made', 'planned']);
});

test('a worker that names files of others, or leads there by a link, gets none of them', async () => {
  const { root, folder, outputDir, call, processFolder } = await sampleTask();
  await writeFile(join(root, 'secret'), 'secret');
  await symlink(join(root, 'secret'), join(outputDir, 'link'));
  await symlink(root, join(outputDir, 'folder'));
  const named = ['../secret', 'out/../../secret', 'out/link', 'out/folder/secret', 'out/nothing'].map(
    (path) => `${folder}/${path}`,
  );
  const visit = await processFolder.enter({ ...call, phase: 'part', part: [...named, join(root, 'secret')] }, folder);
  expect(await readdir(processFolder.inputs)).toHaveLength(1);
  expect((visit.call as unknown as { part: string[] }).part.at(-1)).toBe(join(root, 'secret'));
});

test('no two calls see the same paths, and a failed one leaves nothing', async () => {
  const { folder, outputDir, call, processFolder } = await sampleTask();
  const first = await processFolder.enter(call, folder);
  await writeFile(join(first.call.task.outputDir, 'half'), '');
  const error = { code: 'PROCESSING_FAILED', message: '', details: {} } as const;
  await first.leave({ kind: 'error', error, cause: null });
  const second = await processFolder.enter(call, folder);
  expect(second.call.task.inputs[0]?.path).not.toBe(first.call.task.inputs[0]?.path);
  expect(await readdir(outputDir)).toEqual([]);
  await processFolder.remove();
  expect(await readdir(join(processFolder.inputs, '..', '..'))).toEqual(['task']);
});
