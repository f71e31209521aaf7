import * as z from '../zod.ts';
import { parseLanguages } from './language-codes.ts';
import { installedLanguages } from './language-data.ts';

const text = z.string().max(200, 'is longer than 200 characters');
const codes =
  'codes such as eng or deu, or tags such as de-DE, joined by + or a comma, up to 5; auto uses the installed ones for the script of each page';

/**
 * The `language` field: Tesseract codes or BCP 47 tags, up to five, or `auto`. Default `eng`. The checked value is codes
 * joined by `+`. A language that is not installed is an issue of kind `invalid_value`, whose `values` are the installed
 * ones.
 */
export function languageOption(folders: readonly string[] = []) {
  return text.default('eng').transform(codesOf(folders)).describe(`Languages of the text: ${codes}`);
}

/** The `searchable` field: like `languageOption`, but without a default. */
export function searchableOption(folders: readonly string[] = []) {
  return text
    .transform(codesOf(folders))
    .optional()
    .describe(`Add a layer of text that can be searched and copied. Languages of the text: ${codes}`);
}

function codesOf(folders: readonly string[]) {
  return async (given: string, context: Parameters<Parameters<typeof text.transform>[0]>[1]) => {
    const parsed = parseLanguages(given, await installedLanguages(folders));
    if ('codes' in parsed) return parsed.codes.join('+');
    context.issues.push({ code: 'invalid_value', values: [...parsed.allowed], input: given, message: parsed.problem });
    return z.NEVER;
  };
}
