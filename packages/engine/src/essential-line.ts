/** An error as Node, the shells and loaders of the system print it: `TypeError: …`, `node: bad option: …`. */
const errorLine = /^(?:Uncaught )?(?:[A-Z]\w*)?Error(?: \[\w+\])?: |^\S*(?:node|sh|prlimit|setpriv|unshare)\S*: /;

/**
 * The line of a process's standard error that says why it ended, without the code and the stack around it; null when it
 * printed nothing.
 */
export function essentialLine(output: string): string | null {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.find((line) => errorLine.test(line)) ?? lines.at(-1) ?? null;
}
