import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/**
 * Calls and constructors whose result emits `error`, and ends the process when nobody listens. Not among them: what
 * hands its errors to a callback, and what only reads memory.
 */
const emitterMakers = new Set([
  ...['busboy', 'createReadStream', 'createWriteStream', 'createServer', 'createConnection', 'connect'],
  ...['spawn', 'fork', 'createGzip', 'createGunzip', 'createInflate', 'createInflateRaw', 'createDeflate'],
  ...['createDeflateRaw', 'createBrotliCompress', 'createBrotliDecompress', 'createZstdDecompress'],
  ...['Worker', 'Piscina', 'Socket', 'Server', 'Transform', 'Duplex', 'PassThrough', 'Writable', 'Readable'],
]);
/** Where they come from: a function of the same name from elsewhere is another one. */
const makerModules = /^(node:.*|busboy|piscina)$/;
/** They hear every error of the streams they are given, and leave their listeners in place. */
const caretakers = new Set(['pipeline', 'finished']);
/** `// Errors: why nobody has to listen`, on the line before. */
const excuse = /\/\/ Errors: \S/;

/**
 * Places in a source file where an emitter may say `error` with nobody listening: a listener for one error only, and an
 * emitter made without a listener for its whole life. As `line: what is wrong`.
 */
export function findUnheardErrors(fileName: string, text: string): readonly string[] {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const heard = new Set<string>();
  const found: { readonly node: ts.Node; readonly name: string | null; readonly problem: string }[] = [];

  const known = new Set(source.statements.filter(ts.isImportDeclaration).flatMap(importedMakers));
  const visit = (node: ts.Node) => {
    if (isListening(node, 'on')) heard.add(node.expression.expression.getText(source).replace(/\?$/, ''));
    if (isListening(node, 'once'))
      found.push({ node, name: null, problem: "once('error') hears the first error only" });
    for (const name of entrustedNames(node)) heard.add(name);
    const maker = makerOf(node, known);
    if (maker !== null && !isCaredFor(node)) {
      found.push({ node, name: nameOf(node), problem: `${maker} has no listener for errors all its life` });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  const lines = text.split('\n');
  return found
    .filter(({ name }) => name === null || !heard.has(name))
    .map(({ node, problem }) => ({ line: source.getLineAndCharacterOfPosition(node.getStart()).line, problem }))
    .filter(({ line }) => !excuse.test(lines[line - 1] ?? '') && !excuse.test(lines[line] ?? ''))
    .map(({ line, problem }) => `${line + 1}: ${problem}`);
}

/** `x.on('error', …)`, or the same with `once`. */
function isListening(
  node: ts.Node,
  method: 'on' | 'once',
): node is ts.CallExpression & { readonly expression: ts.PropertyAccessExpression } {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const [event] = node.arguments;
  return (
    node.expression.name.text === method && event !== undefined && ts.isStringLiteral(event) && event.text === 'error'
  );
}

function importedMakers({ moduleSpecifier, importClause }: ts.ImportDeclaration): readonly string[] {
  if (!ts.isStringLiteral(moduleSpecifier) || !makerModules.test(moduleSpecifier.text)) return [];
  const bindings = importClause?.namedBindings;
  const named = bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements : [];
  return [importClause?.name, ...named.map(({ name }) => name)].flatMap((name) =>
    name === undefined ? [] : [name.text],
  );
}

function makerOf(node: ts.Node, known: ReadonlySet<string>): string | null {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return null;
  const { expression } = node;
  const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
  // Only what is called by its own name is known: a method `connect` is anything.
  return emitterMakers.has(name) && known.has(name) && (ts.isIdentifier(expression) || ts.isNewExpression(node))
    ? name
    : null;
}

/** Variables that are handed to a caretaker, or read by `for await`, which throws what the stream says. */
function entrustedNames(node: ts.Node): readonly string[] {
  if (ts.isCallExpression(node) && caretakers.has(node.expression.getText())) {
    return node.arguments.filter(ts.isIdentifier).map(({ text }) => text);
  }
  if (!ts.isForOfStatement(node) || node.awaitModifier === undefined) return [];
  return [(ts.isAsExpression(node.expression) ? node.expression.expression : node.expression).getText()];
}

/** Handed straight to a caretaker or a loop, or to a method chain that listens. */
function isCaredFor(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isForOfStatement(parent)) return parent.awaitModifier !== undefined;
  if (ts.isCallExpression(parent)) return caretakers.has(parent.expression.getText());
  return ts.isPropertyAccessExpression(parent) && isListening(parent.parent, 'on');
}

/** The name an emitter is kept under; of one that a function returns, the function's caller has to listen. */
function nameOf(node: ts.Node): string | null {
  const { parent } = node;
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name.text : null;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = globSync('packages/{*,*/*}/src/**/*.ts', { cwd: root });
  const problems = files.flatMap((file) =>
    findUnheardErrors(file, readFileSync(join(root, file), 'utf8')).map((problem) => `${file}:${problem}`),
  );
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? 'Every emitter is listened to.' : `${problems.length} errors may go unheard.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
