/** What Excel and programs that read its files take for the start of a formula, full-width forms included. */
const formulaStart = /^[=+\-@\t\r＝＋－＠]/u;

/** Whether a text is taken for a formula where it is typed or read from a CSV file. Signs alone are none. */
export function isFormulaLike(text: string): boolean {
  return formulaStart.test(text) && /[\p{L}\p{Nd}]/u.test(text);
}
