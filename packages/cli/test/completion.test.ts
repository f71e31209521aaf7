import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { completionWords } from '../src/completion-words.ts';
import { main } from '../src/main.ts';
import { createRecordingTerminal } from './recording-terminal.ts';

test('commands, actions, operations and options are completed', async () => {
  expect(await completionWords([], main)).toEqual(
    expect.arrayContaining(['serve', 'convert', 'keys', 'webhooks', 'completion']),
  );
  expect(await completionWords(['jobs'], main)).toEqual(['list', 'show', 'cancel', 'retry']);
  expect(await completionWords(['convert'], main)).toEqual(
    expect.arrayContaining(['pdf/to-word', 'image/to-pdf', 'ocr']),
  );
  expect(await completionWords(['convert', 'pdf/to-image'], main)).toEqual(
    expect.arrayContaining(['--dpi', '--out', '--server']),
  );
  expect(await completionWords(['convert', 'pdf/merge'], main)).toEqual(
    expect.arrayContaining(['--bookmarks', '--no-bookmarks']),
  );
  expect(await completionWords(['serve'], main)).toEqual(
    expect.arrayContaining(['--port', '--manage', '--no-first-key']),
  );
  expect(await completionWords(['keys', 'create'], main)).toEqual(expect.arrayContaining(['--owner', '--scope']));
  expect(await completionWords(['nothing'], main)).toEqual([]);
});

test.each(['bash', 'zsh', 'fish'])('the script of %s is one that the shell can read', async (shell) => {
  const { terminal, printed } = createRecordingTerminal();
  expect(await main(['completion', shell], terminal)).toBe(0);
  expect(printed.join('\n')).toContain('platen completion words');
  // zsh and fish are seldom there: what is not there is not asked.
  const check = promisify(execFile)(shell, ['-n', '-c', printed.join('\n')]).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await expect(check).resolves.not.toThrow();
});
