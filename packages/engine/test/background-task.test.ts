import { expect, test } from 'vitest';
import { createBackgroundTask } from '../src/background-task.ts';

test('turns follow each other as long as there is more, and a second beginning adds none', async () => {
  let turns = 0;
  const task = createBackgroundTask(async () => {
    turns += 1;
    return turns < 3;
  });
  await Promise.all([task.begin(), task.begin()]);
  expect(turns).toBe(3);
  await task.begin();
  expect(turns).toBe(4);
});

test('a task that is stopped ends after the turn that is under way, and may begin again', async () => {
  let turns = 0;
  const gate = Promise.withResolvers<void>();
  const task = createBackgroundTask(async () => {
    turns += 1;
    await gate.promise;
    return turns < 10;
  });
  const run = task.begin();
  const stopping = task.stop();
  gate.resolve();
  await Promise.all([run, stopping]);
  expect(turns).toBe(1);
  await task.begin();
  expect(turns).toBe(10);
});
