/** Characters to insert, remove or replace to turn one text into the other (Levenshtein): for short texts. */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    let diagonal = row[0] ?? 0;
    const next = [index + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const above = row[column] ?? 0;
      const replaced = diagonal + (letter === other[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, above + 1, (next[column - 1] ?? 0) + 1));
      diagonal = above;
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
