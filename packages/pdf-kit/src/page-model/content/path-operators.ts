import { uniteBoxes } from '../box.ts';
import type { ContentReader, Operators } from './content-reader.ts';
import { isMasked } from './graphics-state.ts';
import { toNumber, toNumbers } from './operator-arguments.ts';
import { pageBounds } from './page-content.ts';
import { type Painting, readPaintedPath, readSubPaths } from './read-path.ts';

const filling = ['fill', 'eoFill', 'fillStroke', 'eoFillStroke', 'closeFillStroke', 'closeEOFillStroke'];
const stroking = ['stroke', 'closeStroke', 'fillStroke', 'eoFillStroke', 'closeFillStroke', 'closeEOFillStroke'];

/** Operators that paint paths and clip to them (ISO 32000-2, 8.5). pdf.js hands over a path with its painting. */
export function pathOperators(reader: ContentReader): Operators {
  const { content, surroundings } = reader;
  return {
    clip: () => {
      reader.clipPending = true;
    },
    eoClip: () => {
      reader.clipPending = true;
    },
    constructPath: ([operator, data]) => {
      const encoded = toNumbers(Array.isArray(data) ? data[0] : null);
      const paths = readSubPaths(encoded, reader.state);
      const painting = paintingOf(toNumber(operator), surroundings.codes);
      // An opcode and two coordinates are a segment.
      reader.pathSegments += encoded.length / 3;
      if (reader.pathSegments > pageBounds.pathSegments) {
        reader.degrade(`Page ${surroundings.pageNumber} draws too much; part of its graphics was left out`);
      } else if (painting !== null && !reader.around().invisible) {
        readPaintedPath(paths, painting, reader.state, content);
      }
      if (!reader.clipPending) return;
      reader.clipPending = false;
      const points = paths.flatMap((path) => path.points);
      if (points.length > 0) reader.clipTo(uniteBoxes(points.map(({ x, y }) => ({ x0: x, y0: y, x1: x, y1: y }))));
    },
    shadingFill: () => {
      if (reader.around().invisible) return;
      const { clip, fillColor } = reader.state;
      const kind = isMasked(reader.state) ? 'masked' : 'shading';
      content.drawings.push({ box: clip, kind, strokeColor: null, fillColor });
    },
  };
}

function paintingOf(operator: number, codes: Readonly<Record<string, number>>): Painting | null {
  const fill = filling.some((name) => codes[name] === operator);
  const stroke = stroking.some((name) => codes[name] === operator);
  return fill || stroke ? { fill, stroke } : null;
}
