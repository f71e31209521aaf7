import { suggest } from '@platen/core/internal';

const prefix = 'PLATEN_';

/** What is read from the environment, by the command line or by operations, behind `PLATEN_`. */
const variables = [
  'KEY',
  'PASSWORD',
  'STORE',
  'BLOBS',
  'LISTEN_STORE',
  'FONTS',
  'OCR_LANGUAGES',
  'OCR_RECOGNIZER',
  'OCR_SECOND_READER',
  'OCR_TESSERACT',
];

/**
 * What to say of variables that are spelt almost like one that is read: with `PLATEN_STOER` a server starts on a database of
 * its own. Nothing of any other `PLATEN_…`: operations may have their own, and a service named `platen` in Kubernetes makes
 * `PLATEN_PORT` and more.
 */
export function misspeltVariables(environment: NodeJS.ProcessEnv): readonly string[] {
  const candidates = variables.map((name) => name.toLowerCase());
  return Object.keys(environment).flatMap((name) => {
    if (!name.startsWith(prefix) || variables.includes(name.slice(prefix.length))) return [];
    const hint = suggest(name.slice(prefix.length).toLowerCase(), candidates, prefix.toLowerCase());
    return hint === ''
      ? []
      : [`the variable ${name} is not read${hint.replace(/"(.+)"/, (quoted) => quoted.toUpperCase())}`];
  });
}
