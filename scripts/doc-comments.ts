import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/**
 * Every name that a package exports from an entry of its manifest and that has no doc comment, as `file:line name`.
 * Default exports are entries of workers: nobody calls them by hand.
 */
export function findUndocumented(root: string): readonly string[] {
  const manifests = globSync('packages/{*,*/*}/package.json', { cwd: root }).filter(
    (path) => !path.includes('node_modules'),
  );
  const found = manifests.flatMap((manifest) =>
    entriesOf(join(root, manifest)).flatMap((entry) => undocumentedIn(entry, null)),
  );
  return [...new Set(found)].map((place) => relative(root, place)).sort();
}

/** The sources that a manifest exports. */
function entriesOf(manifest: string): readonly string[] {
  const { exports = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as { exports?: Record<string, unknown> };
  return Object.values(exports).flatMap((entry) => {
    const source = typeof entry === 'object' && entry !== null ? Reflect.get(entry, '@platen/source') : undefined;
    return typeof source === 'string' && source.endsWith('.ts') ? [join(dirname(manifest), source)] : [];
  });
}

/** Of the names given, or of all that the file exports when null. */
function undocumentedIn(file: string, names: ReadonlySet<string> | null): readonly string[] {
  if (!existsSync(file)) return [];
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  // One comment is enough for all overloads of a function.
  const documented = new Set(source.statements.filter(isDocumented).flatMap(namesOf));
  return source.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) return behindExport(statement, file, names);
    if (!isExported(statement)) return [];
    const named = namesOf(statement).filter((name) => names?.has(name) !== false && !documented.has(name));
    const { line } = source.getLineAndCharacterOfPosition(statement.getStart());
    return named.map((name) => `${file}:${line + 1} ${name}`);
  });
}

/** `export { a, type B } from './file.ts'`: looked for there. What comes from another package is that one's. */
function behindExport(statement: ts.ExportDeclaration, file: string, names: ReadonlySet<string> | null) {
  const { moduleSpecifier, exportClause } = statement;
  if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
  if (!moduleSpecifier.text.startsWith('.') || exportClause === undefined || !ts.isNamedExports(exportClause))
    return [];
  const wanted = exportClause.elements.filter(({ name }) => names?.has(name.text) !== false);
  const originals = new Set(wanted.map(({ name, propertyName }) => (propertyName ?? name).text));
  return undocumentedIn(resolve(dirname(file), moduleSpecifier.text), originals);
}

function isDocumented(statement: ts.Statement): boolean {
  return ts.getJSDocCommentsAndTags(statement).length > 0;
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  const has = (kind: ts.SyntaxKind) => modifiers.some((modifier) => modifier.kind === kind);
  return has(ts.SyntaxKind.ExportKeyword) && !has(ts.SyntaxKind.DefaultKeyword);
}

function namesOf(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isClassDeclaration(statement);
  return isNamed && statement.name !== undefined ? [statement.name.text] : [];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const undocumented = findUndocumented(fileURLToPath(new URL('..', import.meta.url)));
  for (const place of undocumented) console.error(place);
  console.log(
    undocumented.length === 0 ? 'Every export is documented.' : `${undocumented.length} exports have no doc comment.`,
  );
  process.exitCode = undocumented.length === 0 ? 0 : 1;
}
