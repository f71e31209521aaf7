import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, type TestContext, test } from 'vitest';
import { type StartBounds, watchStart } from '../src/watch-start.ts';

const noBound = { cpuMs: Number.POSITIVE_INFINITY, timeoutMs: 2 ** 30 };

function startProgram(code: string, { onTestFinished }: Pick<TestContext, 'onTestFinished'>): ChildProcess {
  const child = spawn(process.execPath, ['-e', code], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** What is seen of a process that hangs; `ended` when it ends first. */
async function watched(child: ChildProcess, bounds: Partial<StartBounds>): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const end = watchStart(child.pid, { ...noBound, ...bounds }, resolve);
  const ended = once(child, 'exit').then(() => 'ended');
  const seen = await Promise.race([promise, ended]);
  end();
  return seen;
}

test.skipIf(process.platform !== 'linux')(
  'a process that loops for ever exceeds its bound of processor time',
  async (context) => {
    const looping = startProgram('for (;;);', context);
    expect(await watched(looping, { cpuMs: 500 })).toBe('it used more than 0.5 s of processor time');
  },
);

// Side by side: they only wait.
describe.skipIf(process.platform !== 'linux')('of what does little', { concurrent: true }, () => {
  test('a process that waits for nothing that will come hangs', async (context) => {
    expect(await watched(startProgram('process.stdin.resume()', context), {})).toBe('it did nothing for 6 s');
  });

  test('one that works on now and then does not, however long it takes', async (context) => {
    const code = `let left = 4;
    const work = () => {
      for (const end = process.cpuUsage().user + 50_000; process.cpuUsage().user < end; );
      if (left-- > 0) setTimeout(work, 2_000);
    };
    work();`;
    expect(await watched(startProgram(code, context), {})).toBe('ended');
  });
});

test('a process takes no longer than it may, where the system does not tell what it does', async (context) => {
  const waiting = startProgram('process.stdin.resume()', context);
  expect(await watched(waiting, { timeoutMs: 100 })).toBe('it took more than 0.1 s');
});
