import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The file is never written: the compiler is told that it is there. */
const path = join(root, 'scripts/test/typed-here.ts');

/** An error of the compiler: the text it underlines, and what it says in its first line. */
export interface CompilerError {
  readonly at: string;
  readonly message: string;
}

/** What an editor shows of a program. */
export interface Editor {
  /** The errors in the line of `code`. */
  errorsAt(code: string): readonly CompilerError[];
  /** What hovering `name` in the line of `code` shows: a signature or type, and its documentation below. */
  hover(code: string, name: string): string;
  /** The names that are proposed behind `before`. */
  proposals(before: string): readonly string[];
}

/** Opens a program, typed in TypeScript with the strictest settings, as a language service does. */
export function openEditor(text: string): Editor {
  const settings = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile).config as object;
  const { options } = ts.parseJsonConfigFileContent({ ...settings, files: [] }, ts.sys, root);
  const service = ts.createLanguageService({
    getCompilationSettings: () => ({ ...options, noEmit: true, noUnusedLocals: false, noUnusedParameters: false }),
    getScriptFileNames: () => [path],
    getScriptVersion: () => '1',
    getScriptSnapshot(file) {
      const content = file === path ? text : ts.sys.readFile(file);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (file) => file === path || ts.sys.fileExists(file),
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  let errors: readonly ts.Diagnostic[] | undefined;

  return {
    errorsAt(code) {
      const from = positionOf(text, code);
      errors ??= [...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path)];
      return errors.flatMap(({ start = 0, length = 0, messageText }) =>
        start < from || start > from + code.length
          ? []
          : [
              {
                at: text.slice(start, start + length),
                message: sortUnions(ts.flattenDiagnosticMessageText(messageText, '\n').split('\n')[0] ?? ''),
              },
            ],
      );
    },
    hover(code, name) {
      const shown = service.getQuickInfoAtPosition(path, positionOf(text, code) + positionOf(code, name));
      const tags = shown?.tags?.map((tag) => `@${tag.name} ${ts.displayPartsToString(tag.text)}`) ?? [];
      const parts = [ts.displayPartsToString(shown?.displayParts), ts.displayPartsToString(shown?.documentation)];
      return [...parts, ...tags].filter((part) => part !== '').join('\n');
    },
    proposals(before) {
      const position = positionOf(text, before) + before.length;
      return service.getCompletionsAtPosition(path, position, {})?.entries.map(({ name }) => name) ?? [];
    },
  };
}

/** The order of a union depends on what else the compiler has read. */
function sortUnions(message: string): string {
  return message.replaceAll(/(?<=')[^']+ \| [^']+(?=')/g, (union) => union.split(' | ').toSorted().join(' | '));
}

function positionOf(text: string, part: string): number {
  const position = text.indexOf(part);
  if (position < 0 || text.includes(part, position + 1)) throw new Error(`not once in the program: ${part}`);
  return position;
}
