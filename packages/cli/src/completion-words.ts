import type { Command } from './command.ts';
import type { Terminal } from './terminal.ts';

/** What may come after the words of a command line, read from the help that `main` prints: it is never out of date. */
export async function completionWords(words: readonly string[], main: Command): Promise<readonly string[]> {
  const helpOf = (command: readonly string[]) => readHelp(main, command);
  const [command, argument] = words.filter((word) => !word.startsWith('-'));
  if (command === undefined) return matches(await helpOf([]), /^ {2}platen ([a-z]+)/gm);
  if (command === 'completion') return argument === undefined ? ['bash', 'zsh', 'fish'] : [];
  if (command === 'convert') {
    if (argument === undefined) return matches(await helpOf([command]), /^ {2}([a-z]+(?:\/[a-z-]+)?) /gm);
    return flagsIn(await helpOf([command, argument]));
  }
  const help = await helpOf([command]);
  const actions = matches(help, new RegExp(`^platen ${command} ([a-z]+)`, 'gm'));
  return argument === undefined && actions.length > 0 ? actions : flagsIn(help);
}

function flagsIn(help: string): readonly string[] {
  const both = help.replace(/^ {2}--\[no-\](\S+)/gm, '  --no-$1\n  --$1');
  return matches(both, /(?<=^ {2}(?:-\w, )?|\[)(--[a-z-]+)/gm);
}

function matches(text: string, pattern: RegExp): readonly string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, word = '']) => word))];
}

async function readHelp(main: Command, words: readonly string[]): Promise<string> {
  const lines: string[] = [];
  const terminal: Terminal = {
    isInteractive: false,
    printsToPerson: false,
    columns: 80,
    get input() {
      return process.stdin;
    },
    output: process.stdout,
    print: (line) => void lines.push(line),
    note() {},
    status() {},
    askSecret: async () => null,
  };
  await main([...words, '--help'], terminal);
  return lines.join('\n');
}
