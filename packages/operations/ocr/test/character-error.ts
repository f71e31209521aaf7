/** Share of characters that were read wrong: edit distance over the length of the truth, white space made equal. */
export function characterError(read: string, truth: string): number {
  const [from, to] = [normalize(read), normalize(truth)];
  return editDistance(from, to) / to.length;
}

function normalize(text: string): readonly string[] {
  return Array.from(text.normalize('NFKC').replace(/[‘’]/g, "'").replace(/\s+/g, ' ').trim());
}

function editDistance(from: readonly string[], to: readonly string[]): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, character] of from.entries()) {
    const current = [row + 1];
    for (const [column, expected] of to.entries()) {
      const replaced = (previous[column] ?? 0) + (character === expected ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
