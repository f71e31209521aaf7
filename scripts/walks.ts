import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** Only here is a document's context made: it counts the steps of all walks. */
const contextMaker = 'document-context.ts';
/** Calls by which code gets from one object of a PDF to another. */
const steps = /(?:\b(?:any|dict|dictOrStream|stream|array|pdfArray)Entry|\barrayItems|\.lookup|\blookup)\(/;
/** A loop over what has been met asks for it. */
const visitedCheck = /\.has\(/;
/** `// Walk: why it ends`, on the lines before. */
const reason = /\/\/ Walk: \S/;

/**
 * Walks over the objects of a PDF that may not end: functions that call themselves and loops over a stack, if they follow
 * references. Each object has to be met once, by `foldObjects` or `walkObjects`, or by a set; a function that calls itself
 * says in a comment why it ends. Also contexts without a budget of steps. As `line: what is wrong`.
 */
export function findUnboundedWalks(fileName: string, text: string): readonly string[] {
  if (!/from '(?:pdf-lib|@platen\/pdf-kit\/pdf-lib)'/.test(text)) return [];
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const functions = new Map<string, ts.Node>();
  const found: (readonly [node: ts.Node, problem: string])[] = [];
  const visit = (node: ts.Node) => {
    const name = nameOf(node);
    if (name !== null) functions.set(name, node);
    if (isStackLoop(node) && followsReferences(node) && !visitedCheck.test(node.getText())) {
      found.push([node, 'a loop follows references and does not ask what it has met']);
    }
    if (isContextMade(node) && !fileName.endsWith(contextMaker)) {
      found.push([node, 'a context without a budget of steps: createDocumentContext makes one with it']);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const [name, node] of functions) {
    const circle = circleOf(name, functions);
    if (circle.some((other) => followsReferences(functions.get(other) as ts.Node))) {
      found.push([node, `${name} calls itself and follows references: foldObjects visits each object once`]);
    }
  }
  return found
    .filter(([node]) => !reason.test(commentsBefore(source, node)))
    .map(([node, problem]) => `${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${problem}`);
}

/** The name under which a function can be called in its file; null for other nodes. */
function nameOf(node: ts.Node): string | null {
  if (ts.isFunctionDeclaration(node)) return node.name?.text ?? null;
  if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name) || node.initializer === undefined) return null;
  return ts.isArrowFunction(node.initializer) || ts.isFunctionExpression(node.initializer) ? node.name.text : null;
}

function isStackLoop(node: ts.Node): boolean {
  if (ts.isForStatement(node)) return /\.(?:pop|shift)\(\)/.test(node.incrementor?.getText() ?? '');
  return ts.isWhileStatement(node) && /\.(?:pop|shift)\(\)/.test(node.statement.getText());
}

function isContextMade(node: ts.Node): boolean {
  return ts.isCallExpression(node) && node.expression.getText() === 'PDFContext.create';
}

function followsReferences(node: ts.Node): boolean {
  return steps.test(node.getText());
}

/** The functions by which one comes to call itself, itself included; none for one that does not. */
function circleOf(name: string, functions: ReadonlyMap<string, ts.Node>): readonly string[] {
  const reached = reachedFrom(name, functions);
  return [...reached].filter((other) => reachedFrom(other, functions).has(name));
}

function reachedFrom(name: string, functions: ReadonlyMap<string, ts.Node>): ReadonlySet<string> {
  const reached = new Set<string>();
  const pending = [name];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const called of calledIn(functions.get(next) as ts.Node)) {
      if (!functions.has(called) || reached.has(called)) continue;
      reached.add(called);
      pending.push(called);
    }
  }
  return reached;
}

/** Names of functions that are called, or handed to one that may call them. */
function calledIn(node: ts.Node): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (inner: ts.Node) => {
    const isUsed = ts.isCallExpression(inner.parent) || ts.isNewExpression(inner.parent);
    if (ts.isIdentifier(inner) && isUsed) names.add(inner.text);
    ts.forEachChild(inner, visit);
  };
  ts.forEachChild(node, visit);
  return names;
}

/** The comments above a node, or above the statement that it is part of. */
function commentsBefore(source: ts.SourceFile, node: ts.Node): string {
  let statement = node;
  while (statement.parent !== source && !ts.isStatement(statement)) statement = statement.parent;
  return source.text.slice(statement.getFullStart(), node.getStart());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = globSync('packages/{*,*/*}/src/**/*.ts', { cwd: root });
  const problems = files.flatMap((file) =>
    findUnboundedWalks(file, readFileSync(join(root, file), 'utf8')).map((problem) => `${file}:${problem}`),
  );
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? 'Every walk over a PDF ends.' : `${problems.length} walks may not end.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
