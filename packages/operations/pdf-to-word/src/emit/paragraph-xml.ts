import type {
  Alignment,
  Inline,
  LineSpacing,
  Paragraph,
  ParagraphFormat,
  PictureInline,
  RunStyle,
  TabStop,
} from '@platen/flow-document';
import { heaviest } from '@platen/pdf-kit/statistics';
import { bordersXml } from './border-xml.ts';
import type { EmitContext } from './emit-context.ts';
import { headingStyleId } from './heading-style-id.ts';
import { pictureXml } from './picture-xml.ts';
import { runPropertiesXml, runXml } from './run-xml.ts';
import { shapeXml } from './shape-xml.ts';
import { type FormatKind, headingKind } from './shared-formats.ts';
import { textBoxXml } from './text-box-xml.ts';
import { element, escapeText, hexColor, twips, valued } from './xml.ts';

/** One paragraph. `sectionXml` is the `w:sectPr` of the section it ends, if it ends one. */
export function paragraphXml(paragraph: Paragraph, context: EmitContext, sectionXml = ''): string {
  const heading = context.styles.headings.find(({ level }) => level === paragraph.headingLevel);
  const inner = {
    ...context,
    inherited: heading?.run ?? context.styles.body,
    formats: hasText(paragraph) ? context.formats : null,
  };
  const bookmarks = paragraph.bookmarks.map((name) => bookmarkXml(name, context.nextId()));
  return element(
    'w:p',
    null,
    paragraphPropertiesXml(paragraph, inner, sectionXml),
    ...bookmarks,
    ...paragraph.inlines.map((inline) => inlineXml(inline, inner)),
  );
}

function bookmarkXml(name: string, id: number): string {
  return element('w:bookmarkStart', { 'w:id': id, 'w:name': name }) + element('w:bookmarkEnd', { 'w:id': id });
}

/** Headings of two lines and more have fewer letters. */
const longestHeading = 160;

/** Contracts number whole clauses as headings. Kept with the next one each, they would leave pages empty. */
function isClause({ inlines }: Paragraph): boolean {
  const length = inlines.reduce((sum, inline) => sum + (inline.kind === 'text' ? inline.text.length : 0), 0);
  return length > longestHeading;
}

/** The `w:pPr`, its children in the order of the schema. */
function paragraphPropertiesXml(paragraph: Paragraph, context: EmitContext, sectionXml: string): string {
  const { format, list, frame } = paragraph;
  const own = {
    spacing: spacingXml(format),
    indent: indentXml(format),
    alignment: alignmentXml(format.alignment, format.rightToLeft),
  };
  const { formats } = context;
  const properties = [
    formats?.beginParagraph(kindOf(paragraph, context), own, mainStyleOf(paragraph)) ??
      (paragraph.headingLevel > 0 ? valued('w:pStyle', headingStyleId(paragraph.headingLevel)) : ''),
    paragraph.headingLevel > 0 && (paragraph.mayEndPage === true || isClause(paragraph))
      ? '<w:keepNext w:val="0"/>'
      : '',
    paragraph.keepsTogether === true ? '<w:keepLines/>' : '',
    paragraph.pageBreakBefore ? '<w:pageBreakBefore/>' : '',
    frame === null
      ? ''
      : element('w:framePr', {
          'w:w': twips(frame.widthPt),
          'w:wrap': 'around',
          'w:vAnchor': 'page',
          'w:hAnchor': 'page',
          'w:x': Math.max(1, twips(frame.xPt)),
          'w:y': Math.max(1, twips(frame.yPt)),
        }),
    list === null
      ? ''
      : element('w:numPr', null, valued('w:ilvl', list.level), valued('w:numId', context.numberOf(list.listId))),
    format.borders === null ? '' : bordersXml('w:pBdr', format.borders),
    format.fill === null
      ? ''
      : element('w:shd', { 'w:val': 'clear', 'w:color': 'auto', 'w:fill': hexColor(format.fill) }),
    tabsXml(format.tabStops),
    format.rightToLeft ? '<w:bidi/>' : '',
    formats?.marks.spacing ?? own.spacing,
    // The indents of a list's level come before those of a style.
    (list === null ? formats?.marks.indent : undefined) ?? own.indent,
    formats?.marks.alignment ?? own.alignment,
    format.lineAlignment === 'center' ? valued('w:textAlignment', 'center') : '',
    markXml(paragraph, context),
    sectionXml,
  ];
  return element('w:pPr', null, ...properties).replace('<w:pPr/>', '');
}

function hasText({ inlines }: Paragraph): boolean {
  return inlines.some((inline) => inline.kind !== 'text' || inline.text !== '');
}

function kindOf({ headingLevel, list }: Paragraph, { inCell }: EmitContext): FormatKind {
  if (headingLevel > 0) return headingKind(headingLevel);
  if (list !== null) return 'list';
  return inCell ? 'cell' : 'text';
}

/** The look of most of its letters. */
function mainStyleOf({ inlines }: Paragraph): RunStyle | null {
  const runs = inlines
    .flatMap((inline) => (inline.kind === 'link' ? inline.children : [inline]))
    .filter((inline) => inline.kind === 'text');
  return heaviest(runs.map(({ style, text }) => [style, text.length])) ?? null;
}

function tabsXml(stops: readonly TabStop[]): string {
  const tabs = stops.map(({ positionPt, alignment, leader }) =>
    element('w:tab', { 'w:val': alignment, 'w:leader': leader, 'w:pos': twips(positionPt) }),
  );
  return element('w:tabs', null, ...tabs).replace('<w:tabs/>', '');
}

function spacingXml({ spaceBeforePt, spaceAfterPt, lineSpacing }: ParagraphFormat): string {
  return element('w:spacing', {
    'w:before': Math.max(0, twips(spaceBeforePt)),
    'w:after': Math.max(0, twips(spaceAfterPt)),
    ...lineAttributes(lineSpacing),
  });
}

/** The attributes of a `w:spacing` that say how far lines are apart. */
export function lineAttributes(lineSpacing: LineSpacing): Readonly<Record<string, string | number>> {
  // Rounded up, so that a reader that counts in whole percents finds the percent that was meant.
  const line = lineSpacing.rule === 'multiple' ? Math.ceil(lineSpacing.value * 240) : twips(lineSpacing.value);
  const rules = { multiple: 'auto', exact: 'exact', 'at-least': 'atLeast' } as const;
  return { 'w:line': Math.max(20, line), 'w:lineRule': rules[lineSpacing.rule] };
}

/** In a right-to-left paragraph `left` means the side where its lines begin. */
function indentXml({ indentLeftPt, indentRightPt, firstLinePt, rightToLeft }: ParagraphFormat): string {
  const start = twips(rightToLeft ? indentRightPt : indentLeftPt);
  const end = twips(rightToLeft ? indentLeftPt : indentRightPt);
  const first = twips(firstLinePt);
  return element('w:ind', {
    'w:left': start,
    'w:right': end,
    'w:hanging': first < 0 ? -first : null,
    'w:firstLine': first < 0 ? null : first,
  });
}

function alignmentXml(alignment: Alignment, rightToLeft: boolean): string {
  const values = { left: 'left', right: 'right', center: 'center', justify: 'both' } as const;
  const mirrored = { left: 'right', right: 'left', center: 'center', justify: 'both' } as const;
  return valued('w:jc', (rightToLeft ? mirrored : values)[alignment]);
}

/** The paragraph mark looks like the last text, whose size an empty paragraph has; that of a list item like its label. */
function markXml({ inlines, list }: Paragraph, context: EmitContext): string {
  const styles = inlines.map(styleOf).filter((style) => style !== null);
  const [first, last] = [styles[0], styles.at(-1)];
  if (first === undefined || last === undefined) return '';
  const { letterSpacingPt } = last;
  const style = list === null ? last : { ...first, letterSpacingPt, ...list.labelStyle };
  return ownPropertiesXml({ ...style, highlight: null, underline: false, script: 'normal' }, context);
}

function styleOf(inline: Inline): (Inline & { kind: 'text' })['style'] | null {
  if (inline.kind === 'link') return inline.children.map(styleOf).findLast((style) => style !== null) ?? null;
  return 'style' in inline ? inline.style : null;
}

/** The properties of a run that its paragraph's style does not have. */
function ownPropertiesXml(style: RunStyle, { formats, inherited }: EmitContext): string {
  return formats?.runMark(style) ?? runPropertiesXml(style, inherited);
}

/** In half points, upwards. */
function loweredXml({ belowBaselinePt = 0 }: PictureInline): string {
  const halfPoints = Math.round(-2 * belowBaselinePt);
  return halfPoints === 0 ? '' : element('w:rPr', null, valued('w:position', halfPoints));
}

function inlineXml(inline: Inline, context: EmitContext): string {
  const propertiesOf = (style: RunStyle) => ownPropertiesXml(style, context);
  switch (inline.kind) {
    case 'text':
      return runXml(inline.text, inline.style.fontName, propertiesOf(inline.style));
    case 'tab':
      return element('w:r', null, propertiesOf(inline.style), '<w:tab/>');
    case 'break':
      return element('w:r', null, element('w:br', { 'w:type': inline.type === 'line' ? null : inline.type }));
    case 'page-number':
      return element(
        'w:fldSimple',
        { 'w:instr': inline.field === 'page' ? ' PAGE ' : ' NUMPAGES ' },
        runXml(inline.text, inline.style.fontName, propertiesOf(inline.style)),
      );
    case 'footnote': {
      const style = { ...inline.style, script: 'superscript' as const };
      const id = context.addFootnote(inline.blocks, inline.mark);
      if (inline.mark === null)
        return element('w:r', null, propertiesOf(style), element('w:footnoteReference', { 'w:id': id }));
      const reference = element('w:footnoteReference', { 'w:customMarkFollows': 1, 'w:id': id });
      return element('w:r', null, propertiesOf(style), reference, element('w:t', null, escapeText(inline.mark)));
    }
    case 'link': {
      const target =
        'url' in inline.target
          ? { 'r:id': context.relationships.idOf('hyperlink', inline.target.url) }
          : { 'w:anchor': inline.target.bookmark };
      return element('w:hyperlink', target, ...inline.children.map((child) => inlineXml(child, context)));
    }
    case 'picture':
      return element('w:r', null, loweredXml(inline), pictureXml(inline, context));
    case 'shape':
      return element('w:r', null, shapeXml(inline, context));
    case 'text-box': {
      // Its paragraphs look like the body, whatever the one it hangs on is.
      const inner = { ...context, formats: null };
      const content = inline.paragraphs.map((paragraph) => paragraphXml(paragraph, inner)).join('');
      return element('w:r', null, textBoxXml(inline, content, context));
    }
  }
}
