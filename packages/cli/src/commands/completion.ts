import { suggest } from '@platen/core/internal';
import type { Command } from '../command.ts';
import { completionWords } from '../completion-words.ts';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { refuseMore } from '../options/parse-arguments.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const help = `platen completion bash | zsh | fish

Prints a script that completes commands, operations and options in a shell:

  bash    source <(platen completion bash)
  zsh     source <(platen completion zsh)
  fish    platen completion fish | source`;

/** Each asks "platen completion words" with what is before the cursor; where that knows nothing, files are completed. */
const scripts: Readonly<Record<string, string>> = {
  bash: `_platen() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(platen completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _platen platen`,
  zsh: `_platen() {
  local -a found
  found=("\${(@f)$(platen completion words -- "\${(@)words[2,CURRENT-1]}" 2>/dev/null)}")
  compadd -a found
  _files
}
compdef _platen platen`,
  fish: `complete -c platen -a '(platen completion words -- (commandline -opc)[2..-1] 2>/dev/null)'`,
};

/** `platen completion bash | zsh | fish`; with `words -- …`, what `main` would take after these words, a line each. */
export function createCompletion(main: Command): Command {
  return (args, terminal) => complete(args, terminal, main);
}

async function complete(args: readonly string[], terminal: Terminal, main: Command): Promise<ExitCode> {
  const [shell, ...rest] = args;
  if (shell === undefined || shell === '--help' || shell === '-h') {
    terminal.print(help);
    return shell === undefined ? exitCodes.usage : exitCodes.success;
  }
  if (shell === 'words') {
    for (const word of await completionWords(rest[0] === '--' ? rest.slice(1) : rest, main)) terminal.print(word);
    return exitCodes.success;
  }
  const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
  if (script === undefined) {
    throw new UsageError(`there is no completion for "${shell}"${suggest(shell, Object.keys(scripts))}`);
  }
  refuseMore(rest);
  terminal.print(script);
  return exitCodes.success;
}
