import type { ParagraphFormat, RunStyle } from './formats.ts';

/** The look and spacing of a level of headings, or of the title. */
export interface HeadingStyle {
  /** 1–9, or `titleLevel`. */
  readonly level: number;
  /** Its level in the outline of the document, from 1; null for a title, which is not in the outline. */
  readonly outlineLevel: number | null;
  readonly run: RunStyle;
  readonly spaceBeforePt: number;
  readonly spaceAfterPt: number;
}

/** The properties of the document; null if it has none. */
export interface DocumentProperties {
  readonly title: string | null;
  readonly author: string | null;
  readonly subject: string | null;
  readonly keywords: string | null;
  /** BCP 47. */
  readonly lang: string | null;
}

/** How body text is set where nothing else is said. */
export interface BodyFormat extends Pick<ParagraphFormat, 'alignment' | 'lineSpacing'> {
  /** No page begins or ends with a single line of a paragraph. */
  readonly widowControl: boolean;
}

/** Styles and properties of the whole document, which are known before its first block is written. */
export interface DocumentStyles {
  readonly body: RunStyle;
  readonly bodyFormat: BodyFormat;
  readonly headings: readonly HeadingStyle[];
}

/** Properties of a font, for machines that do not have it. */
export interface FontEntry {
  readonly name: string;
  /** A similar family that most machines have. */
  readonly alternative: string | null;
  readonly family: 'serif' | 'sans-serif' | 'monospace' | 'unknown';
  readonly fixedPitch: boolean;
}
