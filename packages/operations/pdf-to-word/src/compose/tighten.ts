import type { Inline, RunStyle } from '@platen/pdf-kit/flow-document';
import type { LineWidth, Piece } from './line-widths.ts';

/** Letters are moved together by this much at most, in em. */
const limitEm = 0.06;
/** The same for East Asian letters, which have blank space around them. */
const squareLimitEm = 0.14;
/** What rounding may add to a line. */
const safetyPt = 0.4;

/**
 * How much closer the letters of a paragraph must be so that each of its lines fits again, in points, not above
 * zero: typesetters shrink the spaces of a full line where word processors only widen them, and the face that is in
 * for a missing one may run wider. Either would push the last word down.
 */
export function tighteningOf(lines: readonly LineWidth[], { sizePt }: RunStyle, isSquare: boolean): number {
  const limitPt = (isSquare ? squareLimitEm : limitEm) * sizePt;
  const worst = Math.max(0, ...lines.map((line) => shortage(line, sizePt)));
  return worst === 0 ? 0 : -Math.min(limitPt, Math.ceil(worst * 20) / 20);
}

/** What a line lacks, for each of its characters; nothing where it cannot be helped anyway. */
function shortage({ neededPt, availablePt, characters }: LineWidth, sizePt: number): number {
  if (characters < 3) return 0;
  return Math.max(0, (neededPt + 0.02 * sizePt - availablePt) / characters);
}

/** Lines may reach this far past the edge of their column or cell. */
const overhangLimitPt = 5;

/** How far past the edge lines must be let, in points, so that what the tightening leaves over stays on its line. */
export function overhangOf(lines: readonly LineWidth[], tighteningPt: number): number {
  const over = lines.map(({ neededPt, availablePt, characters }) => neededPt + tighteningPt * characters - availablePt);
  // A line on its own shows no right edge: it gets room to spare.
  const sparePt = lines.length === 1 ? 4 * safetyPt : safetyPt;
  const worst = Math.max(0, ...over.map((lackingPt) => lackingPt + sparePt));
  return Math.min(overhangLimitPt, worst);
}

/** Letters of lines that are set flush are moved apart by this much at most, in em, to keep the words they had. */
const looseLimitEm = 0.025;

/**
 * How much further apart the letters of flush lines must be, in points, so that no line has room for the first word
 * of the next; nothing where that would push a word down.
 */
export function looseningOf(lines: readonly LineWidth[], { sizePt }: RunStyle): number {
  const lacking = lines.slice(0, -1).map((line, index) => {
    const { widthPt, characters } = pulledPiece(line, lines[index + 1]);
    return (line.availablePt - line.neededPt - widthPt + safetyPt) / (line.characters + characters);
  });
  const neededPt = Math.ceil(Math.max(0, ...lacking) * 20) / 20;
  const roomPt = Math.min(...lines.map((line) => (line.availablePt - line.neededPt) / Math.max(1, line.characters)));
  return neededPt <= Math.min(looseLimitEm * sizePt, roomPt) ? neededPt : 0;
}

/** Ragged lines may end this share of their room earlier, to keep the words they had. */
const insetShare = 0.12;

/** How much earlier ragged lines must end, in points, so that no line has room for the first word of the next. */
export function insetOf(lines: readonly LineWidth[]): number {
  const pulled = lines.slice(0, -1).map((line, index) => {
    return line.availablePt - line.neededPt - pulledPiece(line, lines[index + 1]).widthPt + safetyPt;
  });
  const neededPt = Math.max(0, ...pulled);
  const roomPt = Math.min(...lines.map((line) => line.availablePt - line.neededPt)) - safetyPt;
  const limitPt = insetShare * Math.max(...lines.map(({ availablePt }) => availablePt));
  return neededPt <= Math.min(limitPt, roomPt) ? neededPt : 0;
}

/** What would come up from the next line, with the space before it. */
function pulledPiece(line: LineWidth, next: LineWidth | undefined): Pick<Piece, 'widthPt' | 'characters'> {
  const [first] = next?.pieces ?? [];
  if (first === undefined) return { widthPt: Number.POSITIVE_INFINITY, characters: 1 };
  const spacePt = line.pieces.at(-1)?.spacePt ?? 0;
  return { widthPt: first.widthPt + spacePt, characters: first.characters + (spacePt > 0 ? 1 : 0) };
}

/** The same text with its letters closer together. */
export function tightened(inlines: readonly Inline[], byPt: number): readonly Inline[] {
  if (byPt === 0) return inlines;
  const styles = new Map<RunStyle, RunStyle>();
  const tighter = (style: RunStyle): RunStyle => {
    const known = styles.get(style) ?? { ...style, letterSpacingPt: style.letterSpacingPt + byPt };
    styles.set(style, known);
    return known;
  };
  return inlines.map((inline) => {
    if (inline.kind === 'link') return { ...inline, children: tightened(inline.children, byPt) };
    return inline.kind === 'text' ? { ...inline, style: tighter(inline.style) } : inline;
  });
}
