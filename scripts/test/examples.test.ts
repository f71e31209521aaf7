import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { type CodeBlock, codeBlocks, documents } from '../documents/code-blocks.ts';

// Whoever copies an example gets what its packages say: each is compiled with the types of the sources, as strictly as
// TypeScript can. What a fragment goes on from is named above its fence: `<!-- given: host, app -->`.

const root = fileURLToPath(new URL('../..', import.meta.url));
const givenFile = join(root, 'scripts/test/given.d.ts');
/** Not dependencies of the repository; what the examples use of them is in `given.d.ts`. */
const notInstalled = ['@opentelemetry/api', 'pdf-title'];
/** What the dashboard is made with has the same types. */
const react = 'preact/compat';

interface Example extends CodeBlock {
  readonly file: string;
  /** With what is given, and the imports of the examples above it, which it may go on from. */
  readonly module: string;
}

const importPattern = /^import (?:[^;]|\n)*? from '.+';/gm;
const namesOf = (line: string) => line.replace(/^import|from.*$/g, '').match(/\w+/g) ?? [];

function examplesIn(document: string): readonly Example[] {
  /** By what they import: of two with the same name the one right above counts. */
  const above = new Map<string, string>();
  return codeBlocks(document)
    .filter(({ language }) => /^[jt]sx?$/.test(language))
    .map((block) => {
      const own = block.code.match(importPattern) ?? [];
      const declared = new Set([...own.flatMap(namesOf), ...(block.code.match(/(?<=\bconst )\w+/g) ?? [])]);
      const isFit = (line: string) => block.language.startsWith('ts') || !line.startsWith('import type');
      const inherited: string[] = [];
      for (const line of new Set([...above.values()].filter(isFit).toReversed())) {
        if (namesOf(line).some((name) => declared.has(name))) continue;
        inherited.push(line);
        for (const name of namesOf(line)) declared.add(name);
      }
      for (const line of own) for (const name of namesOf(line)) above.set(name, line);
      const file = join(root, 'scripts/test', `${document.replaceAll(/\W/g, '-')}-${block.line}.${block.language}`);
      const given = block.given.length === 0 ? '' : `import { ${block.given.join(', ')} } from './given.js';`;
      return { ...block, file, module: `${given} ${inherited.join(' ')} export {}; ${block.code}` };
    });
}

/** What is wrong with each example, by its file. */
function compile(examples: readonly Example[]): ReadonlyMap<string, readonly string[]> {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile);
  const base = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, root).options;
  // As an earlier middleware of the reader has it.
  const globals =
    'declare namespace Express { interface Request { user?: { isAdmin: boolean; email: string; company: string } } }';
  const globalsFile = join(root, 'scripts/test/globals.d.ts');
  const texts = new Map([[globalsFile, globals], ...examples.map(({ file, module }) => [file, module] as const)]);
  const settings: ts.CompilerOptions = {
    ...base,
    noEmit: true,
    // As `target: es2023` of a reader, for Node 22.13.
    lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts'],
    rewriteRelativeImportExtensions: false,
    noUnusedLocals: false,
    noUnusedParameters: false,
    allowJs: true,
    jsx: ts.JsxEmit.ReactJSX,
    jsxImportSource: 'preact',
    checkJs: true,
  };
  const host = ts.createCompilerHost(settings);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.getSourceFile = (path, language, ...rest) => {
    const text = texts.get(path);
    return text === undefined ? getSourceFile(path, language, ...rest) : ts.createSourceFile(path, text, language);
  };
  const resolved = ts.createModuleResolutionCache(root, (name) => name, settings);
  host.resolveModuleNameLiterals = (literals, from, redirected, known, source) =>
    literals.map((literal) => {
      const { text } = literal;
      const isReaders =
        examples.some(({ file }) => file === from) && (text.startsWith('.') || notInstalled.includes(text));
      if (isReaders) return { resolvedModule: { resolvedFileName: givenFile, extension: '.d.ts' } };
      const mode = ts.getModeForUsageLocation(source, literal, known);
      return ts.resolveModuleName(text === 'react' ? react : text, from, known, host, resolved, redirected, mode);
    });
  const program = ts.createProgram([...texts.keys()], settings, host);
  return new Map(
    examples.map(({ file }) => {
      const source = program.getSourceFile(file);
      const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
      return [file, found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))];
    }),
  );
}

const examples = documents.flatMap(examplesIn);

const problems = compile(examples);

test.each(examples)('the example at $document:$line compiles', ({ file }) => {
  expect(problems.get(file)).toEqual([]);
});
