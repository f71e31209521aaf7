import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

/**
 * Fails on functions longer than a screen: node scripts/function-length.ts [lines]. A function that has to be longer
 * has its reason in a comment above it: `// Long: the states of one machine share its registers.`
 */

const mostLines = Number(process.argv[2] ?? 80);
const reason = /\/[/*].*\bLong: \S/;

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path.includes('/src/') || path.startsWith('scripts/') || path.includes('/web/'));

let found = 0;
for (const path of files) {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  visit(source);

  function visit(node: ts.Node): void {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) report(node);
    ts.forEachChild(node, visit);
  }

  function report(node: ts.SignatureDeclaration): void {
    const start = source.getLineAndCharacterOfPosition(node.getStart());
    const end = source.getLineAndCharacterOfPosition(node.getEnd());
    const lines = end.line - start.line + 1;
    if (lines <= mostLines || reason.test(commentsBefore(node))) return;
    console.error(`${path}:${start.line + 1} ${nameOf(node)} takes ${lines} lines`);
    found += 1;
  }

  /** The comments above a function, or above the statement that it is part of. */
  function commentsBefore(node: ts.Node): string {
    let statement = node;
    while (statement.parent !== source && !ts.isStatement(statement)) statement = statement.parent;
    return source.text.slice(statement.getFullStart(), node.getStart());
  }
}

function nameOf({ name, parent }: ts.SignatureDeclaration): string {
  if (name !== undefined) return name.getText();
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name.getText() : 'a function';
}

if (found > 0) {
  console.error(`${found} functions are longer than ${mostLines} lines.`);
  process.exitCode = 1;
} else {
  console.log('Every function fits on a screen, or says why it does not.');
}
