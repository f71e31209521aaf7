import type { ColumnLayout, LineNumbering, SectionLayout } from '@platen/flow-document';
import { element, twips } from './xml.ts';

/** A reference from a section to one of its running parts. */
export interface FurnitureReference {
  readonly part: 'header' | 'footer';
  readonly type: 'default' | 'first' | 'even';
  readonly relationshipId: string;
}

/** The `w:sectPr` of a section, its children in the order of the schema. */
export function sectionXml(
  section: SectionLayout,
  references: readonly FurnitureReference[],
  lineNumbering: LineNumbering | null,
): string {
  const titlePage = section.headers.first !== null || section.footers.first !== null;
  return element(
    'w:sectPr',
    null,
    ...references.map(({ part, type, relationshipId }) =>
      element(`w:${part}Reference`, { 'w:type': type, 'r:id': relationshipId }),
    ),
    element('w:type', { 'w:val': section.start === 'page' ? 'nextPage' : 'continuous' }),
    element('w:pgSz', {
      'w:w': twips(section.widthPt),
      'w:h': twips(section.heightPt),
      'w:orient': section.widthPt > section.heightPt ? 'landscape' : null,
    }),
    element('w:pgMar', {
      'w:top': twips(section.marginTopPt),
      'w:right': twips(section.marginRightPt),
      'w:bottom': twips(section.marginBottomPt),
      'w:left': twips(section.marginLeftPt),
      'w:header': twips(section.headerDistancePt),
      'w:footer': twips(section.footerDistancePt),
      'w:gutter': 0,
    }),
    lineNumbering === null ? '' : lineNumberingXml(lineNumbering),
    pageNumberXml(section),
    columnsXml(section.columns),
    titlePage ? '<w:titlePg/>' : '',
    section.rightToLeft ? '<w:bidi/>' : '',
  );
}

const numberFormats = { decimal: null, 'lower-roman': 'lowerRoman', 'upper-roman': 'upperRoman' } as const;

function pageNumberXml({ firstPageNumber, pageNumberFormat }: SectionLayout): string {
  const format = numberFormats[pageNumberFormat];
  if (firstPageNumber === null && format === null) return '';
  return element('w:pgNumType', { 'w:fmt': format, 'w:start': firstPageNumber });
}

/** A start of n makes the first line count as n + 1. */
function lineNumberingXml({ countBy, start, restart, distancePt }: LineNumbering): string {
  return element('w:lnNumType', {
    'w:countBy': countBy,
    'w:start': start > 1 ? start - 1 : null,
    'w:distance': twips(distancePt),
    'w:restart': restart === 'page' ? 'newPage' : 'continuous',
  });
}

function columnsXml(columns: ColumnLayout | null): string {
  if (columns === null) return '<w:cols w:space="720"/>';
  const { widthsPt, gapsPt, separator } = columns;
  return element(
    'w:cols',
    {
      'w:num': widthsPt.length,
      'w:sep': separator ? 1 : null,
      'w:space': twips(gapsPt[0] ?? 0),
      'w:equalWidth': 0,
    },
    ...widthsPt.map((width, index) =>
      element('w:col', {
        'w:w': twips(width),
        'w:space': index < widthsPt.length - 1 ? twips(gapsPt[index] ?? 0) : null,
      }),
    ),
  );
}
