/** What the triangles before the numbers of a table say; null where that is not known. */
export type TriangleSigns = 'negative' | 'direction' | null;

const eastAsian = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]/u;
const leading = /^(?<triangle>[△▲▽▼])\s*(?=[^\p{L}]*\p{Nd})/u;

/**
 * Japanese and Korean accounts print any triangle for a minus. Elsewhere, two that point up and down are changes; a
 * white one alone is a minus, and a black one alone may mean either.
 */
export function triangleSigns(texts: readonly string[]): TriangleSigns {
  const found = new Set(texts.flatMap((text) => leading.exec(text)?.groups?.triangle ?? []));
  if (found.size === 0) return null;
  const hasBoth = (found.has('▲') || found.has('△')) && (found.has('▼') || found.has('▽'));
  if (hasBoth) return 'direction';
  return texts.some((text) => eastAsian.test(text)) || [...found].every((sign) => sign === '△') ? 'negative' : null;
}

/** A text with a plain sign in place of its triangle, which is null if there is none. */
export function plainTriangle(text: string, signs: TriangleSigns): { text: string; triangle: string | null } {
  const triangle = leading.exec(text)?.groups?.triangle;
  if (triangle === undefined || signs === null) return { text, triangle: null };
  const isMinus = signs === 'negative' || triangle === '▼' || triangle === '▽';
  return { text: text.replace(leading, isMinus ? '-' : ''), triangle };
}

/** The format that shows a number with its triangle, whichever sign the value has from it. */
export function triangleFormat(format: string, triangle: string, value: number): string {
  const plain = format === 'General' ? '0' : format;
  if (plain.includes(';')) return plain;
  return value < 0 ? `${plain};"${triangle}"${plain}` : `"${triangle}"${plain}`;
}
