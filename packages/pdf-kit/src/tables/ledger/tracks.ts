import type { Piece } from './pieces.ts';
import { ledgerThresholds } from './thresholds.ts';

const { edgeEm } = ledgerThresholds.bands;

/** Amounts that are over each other: a column of them, before columns are known. */
export interface Track {
  x0: number;
  x1: number;
  readonly pieces: Piece[];
}

/** Puts an amount into the track it overlaps, or into a new one; tracks that it bridges stay apart. */
export function addToTracks(tracks: Track[], piece: Piece): void {
  const over = tracks.filter((track) => overlapPt(track, piece) > 0);
  const track = over.find((own) => isAligned(own, piece)) ?? over[0];
  if (track === undefined) {
    tracks.push({ x0: piece.x0, x1: piece.x1, pieces: [piece] });
    return;
  }
  track.pieces.push(piece);
  track.x0 = Math.min(track.x0, piece.x0);
  track.x1 = Math.max(track.x1, piece.x1);
}

export function overlapPt(
  a: { readonly x0: number; readonly x1: number },
  b: { readonly x0: number; readonly x1: number },
) {
  return Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);
}

/** Whether a piece keeps to an edge that most of a track shares: its right end, its last digit, its left end or its middle. */
function isAligned({ pieces }: Track, piece: Piece): boolean {
  const tolerance = edgeEm * piece.chunk.sizePt;
  return pieces
    .slice(-40)
    .some(
      (other) =>
        Math.abs(other.x1 - piece.x1) <= tolerance ||
        Math.abs(other.digitsEnd - piece.digitsEnd) <= tolerance ||
        Math.abs(other.x0 - piece.x0) <= tolerance ||
        Math.abs(other.x0 + other.x1 - piece.x0 - piece.x1) <= 2 * tolerance,
    );
}

/** The share of amounts that line up with the tracks, and the share that lies across one without lining up. */
export function fitOf(
  tracks: readonly Track[],
  amounts: readonly Piece[],
): { readonly matched: number; readonly crossed: number } {
  if (amounts.length === 0) return { matched: 0, crossed: 0 };
  let matched = 0;
  let crossed = 0;
  for (const piece of amounts) {
    const over = tracks.filter((track) => overlapPt(track, piece) > 0);
    if (over.some((track) => isAligned(track, piece)) && over.length === 1) matched += 1;
    else if (over.length > 0) crossed += 1;
  }
  return { matched: matched / amounts.length, crossed: crossed / amounts.length };
}
