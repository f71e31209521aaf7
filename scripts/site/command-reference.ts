import { main } from '@platen/cli';
import { standardOperations } from '@platen/standard';

/** The commands, from what `platen --help` lists. */
function commandNames(overview: string): readonly string[] {
  return [...new Set([...overview.matchAll(/^ {2}platen ([a-z]+)\b/gm)].map(([, name = '']) => name))];
}

/** What a command prints as its help. */
async function helpOf(args: readonly string[]): Promise<string> {
  const printed: string[] = [];
  const code = await main([...args, '--help'], {
    isInteractive: false,
    printsToPerson: false,
    columns: 80,
    input: process.stdin,
    output: process.stdout,
    print: (line) => printed.push(line),
    note: (line) => printed.push(line),
    status() {},
    askSecret: async () => null,
  });
  if (code !== 0) throw new Error(`platen ${args.join(' ')} --help ended with ${code}`);
  return printed.join('\n');
}

/** The page: what every command and every operation prints as its help, word by word. */
export async function commandReference(): Promise<string> {
  const overview = await helpOf([]);
  const parts = [`## platen\n\n${block(overview)}`];
  for (const name of commandNames(overview)) {
    parts.push(`## platen ${name}\n\n${block(await helpOf([name]))}`);
    if (name !== 'convert') continue;
    for (const operation of standardOperations) {
      parts.push(`### platen convert ${operation.name}\n\n${block(await helpOf([name, operation.name]))}`);
    }
  }
  return `# Commands and flags

What each command prints with \`--help\`. How the commands are used, with examples: [the command line](/packages/cli.md).

${parts.join('\n\n')}
`;
}

function block(text: string): string {
  return `\`\`\`text\n${text}\n\`\`\``;
}
