import type { PageLayout } from './recognizer.ts';

/** Tesseract's page segmentation modes. The default of its library is 6, which costs 37 % of the time of a page; 3 costs 1.5 %. */
export const pageSegmentation: Readonly<Record<PageLayout, number>> = { page: 3, block: 6 };

/** Tesseract's engine modes. Only the legacy engine detects orientation. */
export const engineMode = { legacy: 0, lstm: 1 } as const;
