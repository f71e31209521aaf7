import { expect, onTestFinished, test, vi } from 'vitest';
import { main } from '../src/main.ts';
import { createRecordingTerminal } from './recording-terminal.ts';

async function platen(...args: readonly string[]) {
  const { terminal, printed, notes } = createRecordingTerminal();
  return { code: await main(args, terminal), printed: printed.join('\n'), notes };
}

test('--version tells the version', async () => {
  expect((await platen('--version')).printed).toMatch(/^platen \d+\.\d+\.\d+ \(Node v\d+/);
});

test('--version as JSON', async () => {
  expect(JSON.parse((await platen('--version', '--json')).printed)).toMatchObject({ node: process.version });
});

test.each([
  [['serv'], 'USAGE'],
  [['convert'], 'USAGE'],
  [['convert', 'pdf/merg'], 'USAGE'],
  [['convert', 'pdf/split', '/nowhere.pdf', '-o', '/tmp/x.pdf'], 'INVALID_REQUEST'],
  [['convert', 'pdf/split', 'a.pdf', '-o', 'b', '--server', 'http://127.0.0.1:1', '--key', 'k'], 'USAGE'],
  [['convert', 'pdf/split', 'package.json', '-o', 'b', '--webhook-url', 'https://example.com/'], 'USAGE'],
  [['keys'], 'USAGE'],
  [['keys', 'list', '--data', '/nowhere'], 'UNAVAILABLE'],
  [['jobs'], 'USAGE'],
  [['jobs', 'show'], 'USAGE'],
  [['webhooks'], 'USAGE'],
  [['webhooks', 'list', '--data', '/nowhere'], 'UNAVAILABLE'],
  [['languages'], 'USAGE'],
  [['languages', 'add', 'x!'], 'USAGE'],
  [['inspect'], 'USAGE'],
  [['inspect', '/nowhere.pdf'], 'USAGE'],
  [['doctor', '--port', 'x'], 'USAGE'],
  [['serve', '--port', 'x'], 'USAGE'],
  [['worker'], 'USAGE'],
  [['completion', 'tcsh'], 'USAGE'],
])('%j --json ends with an error as JSON, and nothing else', async (args, code) => {
  const { printed, notes, code: exit } = await platen(...args, '--json');
  expect(JSON.parse(printed)).toEqual({ error: { code, message: expect.any(String), details: expect.any(Object) } });
  expect({ exit, notes }).toEqual({ exit: code === 'UNAVAILABLE' ? 4 : 2, notes: [] });
});

test.each([['constructor'], ['completion', 'toString'], ['webhooks', 'constructor'], ['convert', '__proto__']])(
  'what every object of JavaScript has is no command: %s %s',
  async (...args) => {
    const { code, notes } = await platen(...args);
    expect([code, notes]).toEqual([2, [expect.stringMatching(/^platen: there is no /)]]);
  },
);

test('what comes after "--" asks for nothing', async () => {
  expect((await platen('serv', '--', '--json')).printed).toBe('');
});

test.each([['serve'], ['convert'], ['mcp'], ['keys'], ['jobs'], ['languages'], ['inspect'], ['doctor']])(
  '%s --help and help %s tell its options',
  async (command) => {
    const { code, printed } = await platen(command, '--help');
    expect(code).toBe(0);
    expect(printed).toMatch(new RegExp(`^platen ${command}`));
    expect((await platen('help', command)).printed).toBe(printed);
  },
);

test.each([
  [['convert', 'pdf/split', 'a.pdf', '-o', ''], '-o takes a value, not ""'],
  [['convert', 'pdf/split', 'a.pdf', '--out='], '--out takes a value, not ""'],
  [['convert', 'pdf/split', 'a.pdf', '-o=x.pdf'], '-o takes no "=": write -o x.pdf'],
  [['convert', 'pdf/split', 'a.pdf', '-o', 'x', '--pages', '1', '--pages', '2'], '--pages is given twice'],
  [
    ['convert', 'pdf/split', 'a.pdf', '-o', 'x', '--server', 'http://localhost', '--key', ''],
    '--key takes a value, not ""',
  ],
  [['convert', 'pdf/split', 'a.pdf', '-o', 'x', '--pages'], '--pages needs a value'],
  [['convert', 'pdf/split', 'a.pdf', '-o'], '-o needs a value'],
  [
    ['convert', 'pdf/split', 'a.pdf', '-o', '-x.pdf'],
    '-o needs a value; one that begins with a dash is written --out=-…',
  ],
  [
    ['convert', 'pdf/to-image', 'a.pdf', '-o', 'x', '--dpi', '-5'],
    '--dpi needs a value; one that begins with a dash is written --dpi=-…',
  ],
  [['serve', '--data='], '--data takes a value, not ""'],
  [['serve', '--max-file-mb', '0'], '--max-file-mb takes a number above 0, not "0"'],
  [['serve', '--retention-hours', '0'], '--retention-hours takes a number above 0, not "0"'],
  [['serve', '--direct-downloads'], '--direct-downloads needs --store and --blobs'],
  [['keys', 'list', 'all'], '"all" is one argument too many'],
  [['keys', 'revoke', 'one', 'two'], '"two" is one argument too many'],
  [['jobs', 'list', 'all'], '"all" is one argument too many'],
  [['webhooks', 'replay', 'one'], '"one" is one argument too many'],
  [['webhooks', 'remove', 'one', 'two'], '"two" is one argument too many'],
  [['languages', 'list', 'all'], '"all" is one argument too many'],
  [['doctor', 'now'], '"now" is one argument too many'],
  [['keys', 'list', '--scope', 'ocr'], '--scope is for platen keys create, not for list'],
  [['keys', 'rotate', 'one', '--owner', 'a'], '--owner is for platen keys create, list, not for rotate'],
  [['jobs', 'cancel', 'one', '--state', 'failed'], '--state is for platen jobs list, not for cancel'],
  [
    ['jobs', 'list', '--server', 'http://a.example', '--key', 'k', '--data', 'x'],
    '--data is for the jobs of this machine: leave out either --data or --server',
  ],
  [['webhooks', 'list', '--event', 'x'], '--event is for platen webhooks create, not for list'],
  [['languages', 'list', '--folder', 'x'], '--folder is for platen languages add, not for list'],
  [['completion', 'bash', 'zsh'], '"zsh" is one argument too many'],
])('%j is refused before anything is done: %s', async (args, line) => {
  const { code, notes } = await platen(...args);
  expect(code).toBe(2);
  expect(notes).toEqual([`platen: ${line} (see platen ${args[0]} --help)`]);
});

test.each(['keys', 'jobs', 'webhooks'])('%s looks into a data folder or a store, not into both', async (command) => {
  const { code, notes } = await platen(
    command,
    'list',
    '--data',
    '/nowhere',
    '--store',
    'postgres://127.0.0.1:1/platen',
  );
  expect([code, notes]).toEqual([2, [expect.stringContaining('--data and --store name two places')]]);
});

test.each(['keys', 'jobs', 'webhooks'])('%s: --data goes before PLATEN_STORE', async (command) => {
  vi.stubEnv('PLATEN_STORE', 'postgres://127.0.0.1:1/platen');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { code, notes } = await platen(command, 'list', '--data', '/nowhere');
  expect([code, notes]).toEqual([4, [expect.stringContaining('there is no database in the folder /nowhere')]]);
});

test.each([
  [['serv'], 'there is no command "serv": did you mean "serve"? (see platen --help)'],
  [['merge', 'a.pdf'], 'there is no command "merge": did you mean "convert merge"? (see platen --help)'],
  [['pdf/to-word'], 'there is no command "pdf/to-word": did you mean "convert pdf/to-word"? (see platen --help)'],
  [['--port'], 'there is no option "--port" (see platen --help)'],
  [['serve', '--prot', '1'], 'there is no option --prot: did you mean "--port"? (see platen serve --help)'],
  [['keys', 'list', '--jsno'], 'there is no option --jsno: did you mean "--json"? (see platen keys --help)'],
  [['keys', 'lsit'], 'there is no "platen keys lsit": did you mean "list"? (see platen keys --help)'],
  [['serve', '-x'], 'there is no option -x (see platen serve --help)'],
  [['convert', 'pdf/merg', 'a.pdf'], 'there is no operation "pdf/merg": did you mean "pdf/merge"?'],
])('%j is one line with what is meant', async (args, line) => {
  const { code, notes } = await platen(...args);
  expect(code).toBe(2);
  expect(notes).toEqual([expect.stringContaining(`platen: ${line}`)]);
});
