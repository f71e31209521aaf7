import { basename } from 'node:path';
import { createRecognizer, describeReadings, drawRecognition, openPdfScan, readScanPage } from '@platen/pdf-kit/ocr';
import { installedLanguages, ocrSettingsFromEnvironment, parseLanguages } from '@platen/pdf-kit/ocr-settings';
import { withLanguageHint } from './language-hint.ts';
import { UsageError } from './usage-error.ts';

export interface RecognizedOverlay {
  readonly summary: string;
  /** An SVG of the page's size. */
  readonly overlay: string;
}

/** Reads pages of a PDF as `ocr` does, and draws what was read, and from which picture of the page. */
export async function recognizePages(
  path: string,
  pages: readonly number[],
  { language, password }: { readonly language: string; readonly password?: string },
): Promise<readonly RecognizedOverlay[]> {
  const settings = ocrSettingsFromEnvironment();
  const parsed = parseLanguages(language, await installedLanguages(settings.languageFolders));
  if ('problem' in parsed) throw new UsageError(withLanguageHint(parsed.problem));
  const recognizer = createRecognizer(settings);
  const scan = await openPdfScan(path, { fileName: basename(path), password });
  try {
    const overlays: RecognizedOverlay[] = [];
    for (const page of pages) {
      const place = { page, found: await scan.inspect(page) };
      const { raster, recognition } = await readScanPage(recognizer, scan, place, { languages: parsed.codes });
      overlays.push({
        summary: `page ${page}: ${describeReadings(recognition)}`,
        overlay: drawRecognition(recognition, raster),
      });
    }
    return overlays;
  } finally {
    scan.close();
    await recognizer.close();
  }
}
