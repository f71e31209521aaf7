const missingPattern = /^no language data is installed for (".*?"(?:, ".*?")*) \(/;
const codePattern = /^[a-z]{3}(_[a-z]+)*$/;

/** What is said of languages that are not installed, with the command that adds them; anything else as it is. */
export function withLanguageHint(problem: string): string {
  const [, listed] = missingPattern.exec(problem) ?? [];
  if (listed === undefined) return problem;
  const names = [...listed.matchAll(/"(.*?)"/g)].map(([, name = '']) => name);
  const codes = names.every((name) => codePattern.test(name)) ? names.join(' ') : '<code>, such as deu, fra or chi_sim';
  return `${problem}. To add it: platen languages add ${codes}`;
}
