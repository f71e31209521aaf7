import { chainMatrices, transformBox } from '../matrix.ts';
import type { ContentReader, Operators } from './content-reader.ts';
import { createGraphicsState } from './graphics-state.ts';
import { toMatrix, toNumbers } from './operator-arguments.ts';

/** Operators around the appearance of an annotation, which is drawn like a form of its own (ISO 32000-2, 12.5.5). */
export function annotationOperators(reader: ContentReader): Operators {
  const { matrix: pageMatrix, pageBox, isDrawn } = reader.surroundings;
  return {
    beginAnnotation: ([id, rect, transform, matrix]) => {
      reader.save();
      reader.formDepth += 1;
      reader.state = createGraphicsState(pageMatrix, pageBox);
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = toNumbers(rect);
      reader.clipTo(transformBox(pageMatrix, x0, y0, x1, y1));
      const placed = chainMatrices(toMatrix(transform), pageMatrix);
      reader.state.matrix = chainMatrices(toMatrix(matrix), placed);
      reader.mark({ mcid: null, artifact: false, invisible: !isDrawn(id) });
    },
    endAnnotation: () => {
      reader.unmark();
      reader.formDepth -= 1;
      reader.restore();
    },
  };
}
