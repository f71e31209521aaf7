export { installedModels } from './ocr/installed-models.ts';
export { type ParsedLanguages, parseLanguages } from './ocr/language-codes.ts';
export { installedLanguages } from './ocr/language-data.ts';
export { languageOption, searchableOption } from './ocr/language-option.ts';
export { type PageReadingOptions, pageReadingFields } from './ocr/page-reading-fields.ts';
export { type OcrSettings, ocrSettingsFromEnvironment, ocrSettingsOf, withOcrSettings } from './ocr/settings.ts';
