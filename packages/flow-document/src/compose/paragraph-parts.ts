import { textOf } from '@platen/pdf-kit/page-model';
import { eastAsianShare } from '../analysis/text/east-asian.ts';
import { inlinesOf } from '../analysis/text/inlines.ts';
import type { RunStyles } from '../analysis/text/run-styles.ts';
import { hangsFromLabel } from '../analysis/text/tab-gaps.ts';
import type { ParagraphDraft } from '../analysis/types.ts';
import type { ListItem } from '../model/formats.ts';
import { baseStyleOf } from './base-style.ts';
import { fitLines } from './fit-lines.ts';
import { handBreaks } from './hand-breaks.ts';
import { inLanguage } from './in-language.ts';
import { lineWidths } from './line-widths.ts';
import type { PageContent } from './page-content.ts';

/** The text of a paragraph and how its lines are made to fit: what its placement does not depend on. */
export function paragraphParts(draft: ParagraphDraft, page: PageContent, list: ListItem | null) {
  const { facts, languages, runStyles } = page.document;
  const baseStyle = baseStyleOf(draft, runStyles);
  const skipped = list === null ? 0 : (draft.label?.wordCount ?? 0);
  const tabsLabel = list === null && hangsFromLabel(draft);
  const widths = lineWidths(draft, tabsLabel ? 1 : skipped, { runStyles, hyphenation: page.inlines.hyphenation });
  const breaks = handBreaks(draft, widths);
  const lines = widths.map((line, index) => (breaks.has(index) ? { ...line, endsByHand: true } : line));
  const fit = fitLines(lines, baseStyle, { alignment: draft.alignment, isSquare: isSquareText(draft) });
  const blanks = draft.fragments.flatMap((fragment) => page.blanks.get(fragment) ?? []);
  const inlines = inlinesOf(draft.fragments, skipped, {
    ...page.inlines,
    tabsLabel,
    endsByHand: (line) => breaks.has(line),
    spacingOf: (line) => fit.spacingsPt[line] ?? 0,
    blankBehind: (word) => blanks.find(({ behind }) => behind === word) ?? null,
  });
  return {
    list: list === null ? null : withLabelStyle(list, draft, runStyles),
    baseStyle,
    blanks,
    spaces: page.counters.spaces,
    usualPitchPt: facts.pitches.usual(baseStyle.sizePt),
    fit: breaks.size === 0 ? fit : { ...fit, lineCount: Math.max(fit.lineCount, lines.length) },
    inlines: inLanguage(inlines, languages.ofParagraph(textOfDraft(draft))),
  };
}

/** A label keeps its looks whatever those of the first one of its list are. */
function withLabelStyle(list: ListItem, { label, fragments }: ParagraphDraft, runStyles: RunStyles): ListItem {
  const word = fragments[0]?.words[0];
  if (word === undefined || label === null) return list;
  const { bold, italic, color, sizePt } = runStyles.styleOf(word.style);
  // Bullets have sizes of their own.
  return { ...list, labelStyle: { bold, italic, color, ...(label.kind === 'number' ? { sizePt } : {}) } };
}

function textOfDraft({ fragments }: ParagraphDraft): string {
  return fragments.map(({ words }) => textOf(words)).join(' ');
}

/** East Asian text: its letters have blank space around them. */
function isSquareText(draft: ParagraphDraft): boolean {
  return eastAsianShare(textOfDraft(draft)) > 0.3;
}
