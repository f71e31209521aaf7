import { boxAround, containsBox, growBox } from '../box.ts';
import type { Box } from '../types.ts';
import { type ClipRule, maxClipPoints, maxClipShapes } from './clip-shape.ts';
import type { ContentReader, Operators } from './content-reader.ts';
import { type GraphicsState, isMasked } from './graphics-state.ts';
import { toArguments, toNumber, toNumbers } from './operator-arguments.ts';
import { pageBounds } from './page-content.ts';
import { asRectangle } from './path-shapes.ts';
import { type Painting, readPaintedPath } from './read-path.ts';
import { readSubPaths, type SubPath } from './sub-path.ts';

const filling = ['fill', 'eoFill', 'fillStroke', 'eoFillStroke', 'closeFillStroke', 'closeEOFillStroke'];
const stroking = ['stroke', 'closeStroke', 'fillStroke', 'eoFillStroke', 'closeFillStroke', 'closeEOFillStroke'];

/** Operators that paint paths and clip to them (ISO 32000-2, 8.5). pdf.js hands over a path with its painting. */
export function pathOperators(reader: ContentReader): Operators {
  const { content, surroundings } = reader;
  return {
    clip: () => {
      reader.clipPending = 'nonzero';
    },
    eoClip: () => {
      reader.clipPending = 'even-odd';
    },
    constructPath: ([operator, data]) => {
      const [segments] = toArguments(data);
      // Beyond the limit only clipping paths are read.
      if (reader.pathSegments > pageBounds.pathSegments && reader.clipPending === null) return;
      const encoded = toNumbers(segments);
      const paths = readSubPaths(encoded, reader.state);
      const painting = paintingOf(toNumber(operator), surroundings.codes);
      // An opcode and two coordinates are a segment.
      reader.pathSegments += encoded.length / 3;
      if (reader.pathSegments > pageBounds.pathSegments) {
        reader.degrade(`Page ${surroundings.pageNumber} has too many graphics; some of them were left out`);
      } else if (painting !== null && !reader.around().invisible) {
        const inRelief = isInRelief(paths, surroundings.fields);
        readPaintedPath(paths, { ...painting, inRelief }, reader.state, content);
      }
      const rule = reader.clipPending;
      reader.clipPending = null;
      if (rule === null || paths.length === 0) return;
      const inside = rule === 'even-odd' ? withoutPairs(paths) : paths;
      reader.clipTo(inside.length === 0 ? nowhere : boxAround(inside.flatMap(({ points }) => points)));
      clipToShape(reader.state, inside, rule);
    },
    shadingFill: ([id]) => {
      if (reader.around().invisible) return;
      const { clip } = reader.state;
      const fillColor = typeof id === 'string' ? surroundings.shadingColorOf(id) : null;
      const kind = isMasked(reader.state) ? 'masked' : 'shading';
      content.drawings.push({ box: clip, kind, strokeColor: null, fillColor });
      if (fillColor !== null && kind === 'shading') content.grounds.push({ box: clip, color: fillColor });
    },
  };
}

/** Keeps the shape of a clipping path that is not a rectangle. */
function clipToShape(state: GraphicsState, paths: readonly SubPath[], rule: ClipRule) {
  const points = paths.reduce((sum, path) => sum + path.points.length, 0);
  const [first] = paths;
  const isBox = paths.length === 1 && first !== undefined && asRectangle(first) !== null;
  if (isBox || points === 0 || points > maxClipPoints) return;
  const shape = { polygons: paths.map((path) => path.points), curved: paths.some(({ curved }) => curved), rule };
  state.clipShapes = [...state.clipShapes, shape].slice(-maxClipShapes);
}

/** Whether a path follows the edges of a field. */
function isInRelief(paths: readonly SubPath[], fields: readonly Box[]): boolean {
  if (fields.length === 0) return false;
  const box = boxAround(paths.flatMap(({ points }) => points));
  const outer = growBox(box, frameReachPt);
  return fields.some((field) => containsBox(outer, field) && containsBox(growBox(field, frameReachPt), box));
}

/** Maximum distance of a frame from the edges of its field, in points. */
const frameReachPt = 3;

const nowhere: Box = { x0: 0, y0: 0, x1: 0, y1: 0 };

/** Drops pairs of equal paths, which enclose nothing by the even-odd rule: scanning programs hide pictures with them. */
function withoutPairs(paths: readonly SubPath[]): readonly SubPath[] {
  const keyOf = ({ points }: SubPath) => points.map(({ x, y }) => `${x} ${y}`).join(' ');
  return [...Map.groupBy(paths, keyOf).values()].flatMap((same) => (same.length % 2 === 0 ? [] : same.slice(0, 1)));
}

function paintingOf(operator: number, codes: Readonly<Record<string, number>>): Omit<Painting, 'inRelief'> | null {
  const fill = filling.some((name) => codes[name] === operator);
  const stroke = stroking.some((name) => codes[name] === operator);
  return fill || stroke ? { fill, stroke } : null;
}
