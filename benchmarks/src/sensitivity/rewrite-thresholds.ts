import ts from 'typescript';
import { numbersIn } from './list-thresholds.ts';

/** Where a rewritten module asks for the value of a threshold by its number: `read(3)`. */
export const accessorName = '__thresholds';

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The source of a module whose thresholds ask for their values each time they are read, the first by the number
 * `first`. Constants that other modules import are bound instead, as only the module itself can ask. `names` are those
 * of all thresholds: a constant taken out of a record of them is read from there.
 */
export function rewriteThresholds(path: string, text: string, first: number, names: ReadonlySet<string>): string {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const edits: Edit[] = [];
  let bindings = '';
  let index = first;
  for (const statement of source.statements.filter(ts.isVariableStatement)) {
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
    for (const { name, initializer } of statement.declarationList.declarations) {
      const numbers = numbersIn(name.getText(), initializer);
      if (ts.isIdentifier(name) && numbers.length === 1 && numbers[0]?.name === name.text) {
        if (isExported) {
          edits.push(...asVariable(statement));
          bindings += `\n${accessorName}.bind(${index}, (value) => { ${name.text} = value; });`;
        } else edits.push(...replaceReads(source, name, `${accessorName}.read(${index})`));
      } else edits.push(...numbers.map(({ node }, offset) => asGetter(node, index + offset)));
      index += numbers.length;
      if (ts.isObjectBindingPattern(name) && initializer !== undefined)
        for (const element of name.elements) {
          const taken = `${initializer.getText()}.${nameOf(element)}`;
          if (names.has(taken)) edits.push(...replaceReads(source, element.name, taken));
        }
    }
  }
  return applyEdits(text, edits) + bindings;
}

function asVariable(statement: ts.VariableStatement): Edit[] {
  const start = statement.declarationList.getStart();
  return [{ start, end: start + 'const'.length, text: 'let' }];
}

function asGetter({ parent }: ts.NumericLiteral, index: number): Edit {
  if (!ts.isPropertyAssignment(parent)) throw new TypeError('A threshold is a constant or a property');
  const text = `get ${parent.name.getText()}() { return ${accessorName}.read(${index}); }`;
  return { start: parent.getStart(), end: parent.getEnd(), text };
}

/** Replaces what reads a constant of a module; throws when a scope inside has the same name. */
function replaceReads(source: ts.SourceFile, name: ts.BindingName, text: string): readonly Edit[] {
  const edits: Edit[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node) && node !== name && node.text === name.getText() && !ts.isPartOfTypeNode(node)) {
      const { parent } = node;
      if (ts.isShorthandPropertyAssignment(parent)) edits.push(editOf(node, `${node.text}: ${text}`));
      else if ((ts.isVariableDeclaration(parent) || ts.isParameter(parent)) && parent.name === node)
        throw new TypeError(`${source.fileName} has the name ${node.text} twice`);
      else if (ts.isBindingElement(parent) && parent.name === node)
        throw new TypeError(`${source.fileName} has the name ${node.text} twice`);
      else if (!isKey(node)) edits.push(editOf(node, text));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return edits;
}

/** A name after a point, or one of a property or binding. */
function isKey(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    (ts.isPropertySignature(parent) && parent.name === node) ||
    (ts.isBindingElement(parent) && parent.propertyName === node)
  );
}

function nameOf({ name, propertyName }: ts.BindingElement): string {
  return (propertyName ?? name).getText();
}

function editOf(node: ts.Node, text: string): Edit {
  return { start: node.getStart(), end: node.getEnd(), text };
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  let rewritten = text;
  for (const { start, end, text: replacement } of edits.toSorted((one, other) => other.start - one.start)) {
    rewritten = rewritten.slice(0, start) + replacement + rewritten.slice(end);
  }
  return rewritten;
}
