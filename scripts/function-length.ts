import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** Lines of a screen. */
const maxLines = 80;
/** `// Long: why it is one function`, on the line before. */
const reason = /\/\/ Long: \S/;

/** Functions of a source file that take more lines than a screen has, without a reason. As `line: what is wrong`. */
export function findLongFunctions(fileName: string, text: string): readonly string[] {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const [start, end] = [lineAt(node.getStart()), lineAt(node.getEnd())];
      const lines = end - start + 1;
      if (lines > maxLines && !reason.test(commentsBefore(node))) {
        found.push(`${start}: ${nameOf(node)} takes ${lines} lines`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;

  function lineAt(position: number): number {
    return source.getLineAndCharacterOfPosition(position).line + 1;
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

function sources(): readonly string[] {
  const paths = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { encoding: 'utf8' }).split('\n');
  const isSource = (path: string) => /\/(?:src|web)\//.test(path) || path.startsWith('scripts/');
  // A conformance suite is one function that lists its rules.
  return paths.filter((path) => isSource(path) && !path.startsWith('packages/testing/'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = sources().flatMap((path) =>
    findLongFunctions(path, readFileSync(path, 'utf8')).map((problem) => `${path}:${problem}`),
  );
  for (const problem of found) console.error(problem);
  if (found.length > 0) process.exitCode = 1;
  else console.log('Every function fits on a screen, or says why it does not.');
}
