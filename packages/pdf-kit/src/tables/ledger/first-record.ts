import { type TextRow, wrappedEm } from '../text-rows.ts';
import { type Piece, piecesOf } from './pieces.ts';
import { ledgerThresholds } from './thresholds.ts';

const { minTexts } = ledgerThresholds.header;

/**
 * The lines right above the first amounts that begin their record: several texts that each share a left edge with
 * others of the table, or a single one that begins where the texts after the first column do.
 */
export function firstRecord(lines: readonly TextRow[], body: readonly TextRow[]): TextRow[] {
  const starts = body.flatMap((row) => piecesOf(row).map(({ x0 }) => x0));
  const isOwn = (row: TextRow, index: number) => {
    const pieces = piecesOf(row);
    if (!pieces.every(({ x0 }) => starts.some((start) => Math.abs(start - x0) < 1))) return false;
    const below = lines[index + 1] ?? body[0];
    const isNear = below !== undefined && below.box.y0 - row.box.y1 <= wrappedEm * row.sizePt;
    return pieces.length > 1 || (isNear && goesOn(row, body.map(textsBehind)));
  };
  return lines.slice(lines.findLastIndex((row, index) => !isOwn(row, index)) + 1);
}

function textsBehind(row: TextRow): readonly Piece[] {
  return piecesOf(row).slice(1);
}

/** Whether a line is one text that begins where other texts of the table do: the first line of a record, above its amounts. */
export function goesOn(row: TextRow, body: readonly (readonly Piece[])[]): boolean {
  const [only, ...others] = piecesOf(row);
  const isBelow = ({ kind, x0 }: Piece) => kind === 'text' && only !== undefined && Math.abs(x0 - only.x0) < 1;
  return others.length === 0 && body.filter((own) => own.some(isBelow)).length >= minTexts;
}
