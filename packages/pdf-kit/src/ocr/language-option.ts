import * as z from '../zod.ts';
import { parseLanguages } from './language-codes.ts';
import { installedLanguages } from './language-data.ts';

/**
 * The `language` field: Tesseract codes or BCP 47 tags, up to five, or `auto`; `eng` when not given. The checked value is codes
 * joined by `+`. A language that is not installed is an issue of kind `invalid_value` whose `values` are the installed ones.
 */
export function languageOption(folders: readonly string[] = []) {
  return z
    .string()
    .max(200, 'is longer than 200 characters')
    .default('eng')
    .transform(async (text, context) => {
      const parsed = parseLanguages(text, await installedLanguages(folders));
      if ('codes' in parsed) return parsed.codes.join('+');
      context.issues.push({ code: 'invalid_value', values: [...parsed.allowed], input: text, message: parsed.problem });
      return z.NEVER;
    })
    .describe(
      'Languages of the text: codes such as eng or deu, or tags such as de-DE, joined by + or a comma, up to 5; auto takes those installed for the script of each page',
    );
}
