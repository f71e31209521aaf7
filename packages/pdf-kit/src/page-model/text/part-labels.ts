import type { Line, Tag, Word } from '../types.ts';
import { composeLine } from './build-lines.ts';
import { partOfWord } from './part-of-word.ts';

/** Lines in which no word holds both the label of a tagged list item and its text: `b.` and `on`, set close together. */
export function partLabels(lines: readonly Line[], tags: Tag | null): readonly Line[] {
  const labels = new Set(tags === null ? [] : labelContents(tags, false));
  if (labels.size === 0) return lines;
  return lines.map((line) => {
    const words = line.words.flatMap((word) => partLabel(word, labels));
    const { baseline, angle, order, direction } = line;
    return words.length === line.words.length ? line : composeLine(words, baseline, angle, { order, direction });
  });
}

function labelContents(tag: Tag, inLabel: boolean): readonly number[] {
  const isLabel = inLabel || tag.role === 'Lbl';
  return tag.children.flatMap((child) => {
    if (child.kind === 'tag') return labelContents(child, isLabel);
    return isLabel ? [child.mcid] : [];
  });
}

function partLabel(word: Word, labels: ReadonlySet<number>): readonly Word[] {
  const { glyphs } = word;
  const end = glyphs.findIndex(({ mcid }) => mcid !== null && !labels.has(mcid));
  const first = glyphs[0]?.mcid ?? null;
  if (end <= 0 || first === null || !labels.has(first)) return [word];
  const label = { ...partOfWord(word, glyphs.slice(0, end)), spaceAfter: true };
  return [label, { ...partOfWord(word, glyphs.slice(end)), spaceAfter: word.spaceAfter }];
}
