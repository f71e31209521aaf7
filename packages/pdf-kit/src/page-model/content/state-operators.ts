import { chainMatrices, transformBox } from '../matrix.ts';
import type { ContentReader, Operators } from './content-reader.ts';
import { isArrayLike, toColor, toMatrix, toNumber, toNumbers } from './operator-arguments.ts';
import { selectFont } from './text-operators.ts';

/** The colour used for tiling patterns, which have several: a middle grey. */
const patternColor = '#808080';

/** Operators that set the graphics state, enter forms, and mark content (ISO 32000-2, 8.4, 8.10 and 14.6). */
export function stateOperators(reader: ContentReader): Operators {
  const { isVisible, actualTexts } = reader.surroundings;
  let marksOfPage = 0;
  return {
    save: () => reader.save(),
    restore: () => reader.restore(),
    transform: (args) => {
      reader.state.matrix = chainMatrices(toMatrix(args), reader.state.matrix);
    },
    setLineWidth: ([width]) => {
      reader.state.lineWidth = toNumber(width);
    },
    setDash: ([pattern]) => {
      reader.state.dashed = isDash(pattern);
    },
    setGState: ([entries]) => {
      for (const entry of Array.isArray(entries) ? entries : []) setEntry(reader, entry);
    },
    setFillRGBColor: ([color]) => {
      reader.state.fillColor = toColor(color);
      reader.state.fillPatterned = false;
      reader.state.fillMasked = false;
    },
    setStrokeRGBColor: ([color]) => {
      reader.state.strokeColor = toColor(color);
    },
    setFillColorN: (pattern) => {
      reader.state.fillColor = colorOfPattern(reader, pattern);
      reader.state.fillPatterned = true;
      reader.state.fillMasked = isMaskedTile(pattern);
    },
    setStrokeColorN: (pattern) => {
      reader.state.strokeColor = colorOfPattern(reader, pattern);
    },
    paintFormXObjectBegin: ([matrix, box]) => {
      reader.save();
      reader.formDepth += 1;
      reader.state.matrix = chainMatrices(toMatrix(matrix), reader.state.matrix);
      const [x0, y0, x1, y1] = toNumbers(box);
      if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return;
      reader.clipTo(transformBox(reader.state.matrix, x0, y0, x1, y1));
    },
    paintFormXObjectEnd: () => {
      reader.formDepth -= 1;
      reader.restore();
    },
    beginMarkedContent: ([tag]) => {
      reader.mark(isArtifact(tag) ? { artifact: true, mcid: null } : {});
    },
    beginMarkedContentProps: ([tag, properties]) => {
      const actualText = reader.formDepth === 0 ? (actualTexts[marksOfPage] ?? null) : null;
      if (reader.formDepth === 0) marksOfPage += 1;
      if (tag === 'OC') {
        reader.mark({ invisible: reader.around().invisible || !isVisible(properties) });
      } else if (isArtifact(tag)) {
        reader.mark({ artifact: true, mcid: null });
      } else {
        reader.mark(typeof properties === 'number' ? { mcid: properties } : {}, actualText);
      }
    },
    endMarkedContent: () => reader.unmark(),
  };
}

/** A shading comes with its id, tiles with their operators: browsers print a gradient as a tile of one image. */
function colorOfPattern({ surroundings }: ContentReader, [kind, id, tile]: readonly unknown[]): string {
  const image = kind === 'TilingPattern' ? imageOfTile(tile) : null;
  const color = kind === 'Shading' && typeof id === 'string' ? surroundings.shadingColorOf(id) : null;
  return color ?? (image === null ? null : surroundings.imageColorOf(image)) ?? patternColor;
}

/** The image that is painted by the operators of a tile: its id comes with its width and height. */
function imageOfTile(tile: unknown): string | null {
  if (typeof tile !== 'object' || tile === null || !('argsArray' in tile) || !Array.isArray(tile.argsArray))
    return null;
  const ids = tile.argsArray.flatMap((args: unknown) => {
    const [id, width, height]: readonly unknown[] = Array.isArray(args) ? args : [];
    return typeof id === 'string' && typeof width === 'number' && typeof height === 'number' ? [id] : [];
  });
  return ids.length === 1 ? (ids[0] ?? null) : null;
}

/** Whether the operators of a tile, its third argument, set a soft mask. */
function isMaskedTile([kind, , tile]: readonly unknown[]): boolean {
  if (kind !== 'TilingPattern' || typeof tile !== 'object' || tile === null || !('argsArray' in tile)) return false;
  return Array.isArray(tile.argsArray) && tile.argsArray.some(setsSoftMask);
}

function setsSoftMask(args: unknown): boolean {
  const [entries]: readonly unknown[] = Array.isArray(args) ? args : [];
  return (
    Array.isArray(entries) && entries.some((entry) => Array.isArray(entry) && entry[0] === 'SMask' && entry[1] === true)
  );
}

/** One entry of a graphics state dictionary, as a pair of name and value. */
function setEntry(reader: ContentReader, entry: unknown) {
  if (!Array.isArray(entry)) return;
  const [key, value]: readonly unknown[] = entry;
  const { state } = reader;
  if (key === 'LW') state.lineWidth = toNumber(value);
  if (key === 'ca') state.fillAlpha = toNumber(value);
  if (key === 'CA') state.strokeAlpha = toNumber(value);
  if (key === 'SMask') state.masked = value === true;
  if (key === 'BM') state.blended = value !== 'source-over';
  if (key === 'D' && Array.isArray(value)) state.dashed = isDash(value[0]);
  if (key === 'Font' && Array.isArray(value)) selectFont(state, value[0], value[1]);
}

function isDash(pattern: unknown): boolean {
  return isArrayLike(pattern) && toNumbers(pattern).some((length) => length > 0);
}

/** The tag is a name as pdf.js passes it: a string, or an object that holds one. */
function isArtifact(tag: unknown): boolean {
  return tag === 'Artifact' || (typeof tag === 'object' && tag !== null && 'name' in tag && tag.name === 'Artifact');
}
