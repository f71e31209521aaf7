import { annotationOperators } from './annotation-operators.ts';
import { type ContentSurroundings, createContentReader, type Operator } from './content-reader.ts';
import { groupOperators } from './group-operators.ts';
import { toArguments } from './operator-arguments.ts';
import type { PageContent } from './page-content.ts';
import { pathOperators } from './path-operators.ts';
import { pictureOperators } from './picture-operators.ts';
import { stateOperators } from './state-operators.ts';
import { textOperators } from './text-operators.ts';

/** The operators of a page, as pdf.js lists them. Arguments are outside data. */
export interface OperatorList {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

/** Walks the operators of a page once and collects everything they paint, what is painted over later included. */
export function readContent(list: OperatorList, surroundings: ContentSurroundings): PageContent {
  const reader = createContentReader(surroundings);
  const operators = {
    ...stateOperators(reader),
    ...groupOperators(reader),
    ...annotationOperators(reader),
    ...textOperators(reader),
    ...pathOperators(reader),
    ...pictureOperators(reader),
  };
  const byCode = new Map<number, Operator>();
  for (const [name, operator] of Object.entries(operators)) {
    const code = surroundings.codes[name];
    if (code !== undefined) byCode.set(code, operator);
  }
  const { boundaries, pageNumber } = surroundings;
  const part = { what: `Something drawn on page ${pageNumber}`, instead: 'it is left out' };
  list.fnArray.forEach((code, index) => {
    const operator = byCode.get(code);
    if (operator === undefined) return;
    const draw = () => operator(toArguments(list.argsArray[index]));
    boundaries.within(part, draw, () => {});
  });
  return reader.content;
}
