import { choiceOption, pagesOption, passwordOption } from '../options.ts';
import type * as z from '../zod.ts';
import { languageOption } from './language-option.ts';

/**
 * The option fields of an operation that reads what is on the pages of a PDF, and recognises the text of pages that
 * are pictures: `pages`, `ocr`, `language` (with data in `languageFolders`) and `password`.
 */
export function pageReadingFields(languageFolders: readonly string[]) {
  return {
    pages: pagesOption,
    ocr: choiceOption(
      ['auto', 'off', 'force'],
      'auto recognises the text of pages that are pictures, force the text of every page, off no text',
    ),
    language: languageOption(languageFolders),
    password: passwordOption,
  };
}

/** These options as a worker gets them: checked, with all defaults. */
export type PageReadingOptions = z.output<z.ZodObject<ReturnType<typeof pageReadingFields>>>;
