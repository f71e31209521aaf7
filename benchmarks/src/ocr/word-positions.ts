import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface PlacedWord {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** The same word further away than this is another one. */
const reachPt = 40;

/** Distances in points between the middles of the words of an original and of the same words in a recognised copy. */
export async function positionErrors(original: string, copy: string): Promise<readonly number[]> {
  const [expected, found] = await Promise.all([readWords(original), readWords(copy)]);
  const free = new Set(found);
  return expected.flatMap((word) => {
    const candidates = [...free]
      .filter(({ text }) => text === word.text)
      .map((candidate) => ({ candidate, distance: Math.hypot(candidate.x - word.x, candidate.y - word.y) }))
      .sort((a, b) => a.distance - b.distance);
    const [nearest] = candidates;
    if (nearest === undefined || nearest.distance > reachPt) return [];
    free.delete(nearest.candidate);
    return [nearest.distance];
  });
}

/** The words of a first page as poppler places them. */
async function readWords(path: string): Promise<readonly PlacedWord[]> {
  const { stdout } = await run('pdftotext', ['-bbox', '-l', '1', path, '-'], { maxBuffer: 2 ** 26 });
  const words = stdout.matchAll(/<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</g);
  return [...words].map(([, x0, y0, x1, y1, text = '']) => ({
    text,
    x: (Number(x0) + Number(x1)) / 2,
    y: (Number(y0) + Number(y1)) / 2,
  }));
}
