import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { builtCli } from './built-cli.ts';

/** Runs a line of a shell in which `platen` is the command line. */
function shell(line: string): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const script = `platen() { "$0" "$1" "\${@:2}"; }; p() { platen '${builtCli}' "$@"; }; ${line}`;
  return new Promise((resolve) => {
    execFile('bash', ['-c', script, process.execPath], (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}

test.skipIf(process.platform === 'win32')('a reader that has enough is no error', async () => {
  expect(await shell('set -o pipefail; p convert pdf/merge --help | true')).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  });
});

test.skipIf(process.platform !== 'linux').each(['convert pdf/merge --help', '--version --json', 'no-such --json'])(
  'standard output that is full is said in a line: platen %s',
  async (args) => {
    const { code, stderr } = await shell(`p ${args} > /dev/full`);
    expect(code).toBe(args.startsWith('no-such') ? 2 : 4);
    expect(stderr).toMatch(args.startsWith('no-such') ? /^$/ : /^platen: standard output.*: the disk is full\n$/);
  },
);

test.skipIf(process.platform !== 'linux')('messages that nobody can be shown do no harm', async () => {
  expect(await shell('p no-such 2> /dev/full')).toMatchObject({ code: 2 });
});
