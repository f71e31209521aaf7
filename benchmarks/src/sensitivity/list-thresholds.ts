import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A number that a stage decides by: a constant of a module or an entry of its `thresholds.ts`. */
export interface Threshold {
  readonly path: string;
  readonly name: string;
  readonly value: number;
}

/** The thresholds in the source files below a folder, in order. */
export function listThresholds(folder: string): readonly Threshold[] {
  return globSync('**/*.ts', { cwd: folder })
    .sort()
    .flatMap((name) => thresholdsIn(join(folder, name)));
}

function thresholdsIn(path: string): readonly Threshold[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const constants = source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations]);
  return constants
    .flatMap(({ name, initializer }) => numbersIn(name.getText(), initializer))
    .map(({ name, node }) => ({ path, name, value: Number(node.getText().replaceAll('_', '')) }));
}

interface NamedNumber {
  readonly name: string;
  readonly node: ts.NumericLiteral;
}

/** The numbers of a constant: it is one, or they are properties of it. */
export function numbersIn(name: string, value: ts.Expression | undefined): readonly NamedNumber[] {
  if (value === undefined) return [];
  if (ts.isAsExpression(value)) return numbersIn(name, value.expression);
  if (ts.isNumericLiteral(value)) return [{ name, node: value }];
  if (!ts.isObjectLiteralExpression(value)) return [];
  return value.properties
    .filter(ts.isPropertyAssignment)
    .flatMap((property) => numbersIn(`${name}.${property.name.getText()}`, property.initializer));
}
