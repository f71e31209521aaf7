import { uniteBoxes } from '../../page-model/box.ts';
import type { Line } from '../../page-model/types.ts';
import type { Chunk } from '../chunk.ts';

/** Maximum distance of parallel lines of one heading, in em. */
const closeEm = 0.9;

/**
 * Vertical headings over narrow columns, each as one chunk whose bottom is its baseline. Long vertical text that stands
 * alone (a mark in the margin) is left out.
 */
export function turnedChunks(lines: readonly Line[]): Chunk[] {
  const turned = lines.filter(({ angle }) => angle === 90 || angle === 270).sort((a, b) => a.box.x0 - b.box.x0);
  const groups: Line[][] = [];
  for (const line of turned) {
    const group = groups.find((members) => members.some((member) => belongTogether(member, line)));
    if (group === undefined) groups.push([line]);
    else group.push(line);
  }
  if (groups.length < 2) return [];
  return groups.map(toChunk);
}

function belongTogether(a: Line, b: Line): boolean {
  const gap = b.box.x0 - a.box.x1;
  const overlap = Math.min(a.box.y1, b.box.y1) - Math.max(a.box.y0, b.box.y0);
  const shorter = Math.min(a.box.y1 - a.box.y0, b.box.y1 - b.box.y0);
  return a.angle === b.angle && gap < closeEm * a.style.sizePt && gap > -a.style.sizePt && overlap > 0.5 * shorter;
}

/** Text that reads upwards has its first line on the left, text that reads downwards on the right. */
function toChunk(group: readonly Line[]): Chunk {
  const ordered = [...group].sort((a, b) => (a.angle === 270 ? a.box.x0 - b.box.x0 : b.box.x0 - a.box.x0));
  const words = ordered.flatMap((line) => line.words);
  const box = uniteBoxes(ordered.map((line) => line.box));
  const sizePt = ordered[0]?.style.sizePt ?? 10;
  return {
    words,
    box,
    text: ordered.map(({ text }) => text).join(' '),
    sizePt,
    baseline: box.y1 - 0.2 * sizePt,
    bold: ordered.every(({ style }) => style.font.bold),
  };
}
