import { type DocumentStyles, type HeadingStyle, titleLevel } from '@platen/flow-document';
import { headingStyleId } from './heading-style-id.ts';
import { lineAttributes } from './paragraph-xml.ts';
import { pictureTextStyleId } from './picture-text-style-id.ts';
import { langXml, runProperties } from './run-xml.ts';
import { headingKind, noIndent, type SharedFormats } from './shared-formats.ts';
import { element, namespaces, twips, valued, xmlDeclaration } from './xml.ts';

export interface StylesPartFacts {
  readonly lang: string | null;
  readonly formats: SharedFormats;
  readonly usedStyles: ReadonlySet<string>;
}

/**
 * `word/styles.xml`: Normal looks like the body, the built-in headings like the headings of the document. Spaces between
 * East Asian letters and others are only those of the text: word processors would add a quarter of an em of their own.
 */
export function stylesPart(
  { body, bodyFormat, headings }: DocumentStyles,
  { lang, formats, usedStyles }: StylesPartFacts,
): string {
  const defaults = element(
    'w:docDefaults',
    null,
    element('w:rPrDefault', null, element('w:rPr', null, ...runProperties(body, null), langXml(lang ?? 'en-US'))),
    '<w:pPrDefault/>',
  );
  const ofText = formats.formatOf('text');
  const normal = element(
    'w:style',
    { 'w:type': 'paragraph', 'w:default': 1, 'w:styleId': 'Normal' },
    valued('w:name', 'Normal'),
    '<w:qFormat/>',
    element(
      'w:pPr',
      null,
      valued('w:widowControl', bodyFormat.widowControl ? 1 : 0),
      valued('w:autoSpaceDE', 0),
      valued('w:autoSpaceDN', 0),
      ofText?.spacing ?? element('w:spacing', lineAttributes(bodyFormat.lineSpacing)),
      ofText?.indent ?? '',
      ofText?.alignment ?? valued('w:jc', bodyFormat.alignment === 'justify' ? 'both' : 'left'),
    ),
  );
  return (
    xmlDeclaration +
    element(
      'w:styles',
      namespaces,
      defaults,
      normal,
      builtInStyles,
      formats.stylesXml(),
      usedStyles.has(pictureTextStyleId) ? pictureTextStyle : '',
      ...headings.map((heading) => headingXml(heading, body, formats)),
    )
  );
}

/** LibreOffice raises the marks of notes by their style alone. */
const builtInStyles =
  '<w:style w:type="character" w:styleId="FootnoteReference"><w:name w:val="footnote reference"/><w:basedOn w:val="DefaultParagraphFont"/><w:uiPriority w:val="99"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>' +
  '<w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/><w:uiPriority w:val="1"/><w:semiHidden/></w:style>' +
  '<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:uiPriority w:val="99"/><w:semiHidden/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar><w:top w:w="0" w:type="dxa"/><w:left w:w="108" w:type="dxa"/><w:bottom w:w="0" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>' +
  '<w:style w:type="numbering" w:default="1" w:styleId="NoList"><w:name w:val="No List"/><w:uiPriority w:val="99"/><w:semiHidden/></w:style>';

/** Of lines in the middle of their boxes. */
const pictureTextStyle = element(
  'w:style',
  { 'w:type': 'paragraph', 'w:customStyle': 1, 'w:styleId': pictureTextStyleId },
  valued('w:name', 'Picture Text'),
  valued('w:basedOn', 'Normal'),
  element(
    'w:pPr',
    null,
    element('w:spacing', { 'w:before': 0, 'w:after': 0, ...lineAttributes({ rule: 'multiple', value: 1 }) }),
    noIndent,
    valued('w:jc', 'center'),
  ),
);

function headingXml(heading: HeadingStyle, body: DocumentStyles['body'], formats: SharedFormats): string {
  const isTitle = heading.level === titleLevel;
  const shared = formats.formatOf(headingKind(heading.level));
  return element(
    'w:style',
    { 'w:type': 'paragraph', 'w:styleId': headingStyleId(heading.level) },
    valued('w:name', isTitle ? 'Title' : `heading ${heading.level}`),
    valued('w:basedOn', 'Normal'),
    valued('w:next', 'Normal'),
    valued('w:uiPriority', isTitle ? 10 : 9),
    '<w:qFormat/>',
    element(
      'w:pPr',
      null,
      '<w:keepNext/>',
      shared?.spacing ??
        element('w:spacing', {
          'w:before': twips(heading.spaceBeforePt),
          'w:after': twips(heading.spaceAfterPt),
          ...lineAttributes({ rule: 'multiple', value: 1 }),
        }),
      shared?.indent ?? noIndent,
      shared?.alignment ?? valued('w:jc', 'left'),
      heading.outlineLevel === null ? '' : valued('w:outlineLvl', heading.outlineLevel - 1),
    ),
    element('w:rPr', null, ...runProperties(heading.run, body)).replace('<w:rPr/>', ''),
  );
}
