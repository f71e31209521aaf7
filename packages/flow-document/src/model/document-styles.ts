import type { ParagraphFormat, RunStyle } from './formats.ts';

/** The look and spacing of a level of headings, or of the title. */
export interface HeadingStyle {
  /** 1–9, or `titleLevel`. */
  readonly level: number;
  /** Where it is in the outline of the document, from 1; null for a title, which is no part of it. */
  readonly outlineLevel: number | null;
  readonly run: RunStyle;
  readonly spaceBeforePt: number;
  readonly spaceAfterPt: number;
}

/** What the document says about itself; null where it says nothing. */
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

/** What holds for the whole document, known before its first block is written. */
export interface DocumentStyles {
  readonly body: RunStyle;
  readonly bodyFormat: BodyFormat;
  readonly headings: readonly HeadingStyle[];
}

/** What is known of a font, for a reader who does not have it. */
export interface FontEntry {
  readonly name: string;
  /** A family most machines have that looks alike. */
  readonly alternative: string | null;
  readonly family: 'serif' | 'sans-serif' | 'monospace' | 'unknown';
  readonly fixedPitch: boolean;
}
