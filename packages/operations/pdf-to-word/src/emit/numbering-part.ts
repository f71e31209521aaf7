import type { ListDefinition, ListLevel } from '@platen/flow-document';
import { fontsXml } from './run-xml.ts';
import { element, hexColor, namespaces, toggle, twips, valued, xmlDeclaration } from './xml.ts';

/**
 * `word/numbering.xml`: each list is a definition of its own, so each counts from its own start. `numbers` says which
 * `numId` the items of a list were written with.
 */
export function numberingPart(lists: readonly ListDefinition[], numbers: ReadonlyMap<string, number>): string {
  const definitions = lists.map((list, index) =>
    element(
      'w:abstractNum',
      { 'w:abstractNumId': index },
      valued('w:multiLevelType', list.levels.length > 1 ? 'multilevel' : 'singleLevel'),
      ...list.levels.map(levelXml),
    ),
  );
  const instances = lists.flatMap(({ id }, index) => {
    const number = numbers.get(id);
    return number === undefined ? [] : [element('w:num', { 'w:numId': number }, valued('w:abstractNumId', index))];
  });
  return xmlDeclaration + element('w:numbering', namespaces, ...definitions, ...instances);
}

function levelXml(level: ListLevel, index: number): string {
  const formats = {
    bullet: 'bullet',
    decimal: 'decimal',
    'lower-letter': 'lowerLetter',
    'upper-letter': 'upperLetter',
    'lower-roman': 'lowerRoman',
    'upper-roman': 'upperRoman',
    chinese: 'chineseCountingThousand',
    circled: 'decimalEnclosedCircle',
  } as const;
  return element(
    'w:lvl',
    { 'w:ilvl': index },
    valued('w:start', level.start),
    valued('w:numFmt', formats[level.format]),
    valued('w:suff', level.isTight ? 'nothing' : 'tab'),
    valued('w:lvlText', level.label),
    valued('w:lvlJc', 'left'),
    element(
      'w:pPr',
      null,
      element('w:ind', { 'w:left': twips(level.indentLeftPt), 'w:hanging': Math.max(0, twips(level.hangingPt)) }),
    ),
    labelPropertiesXml(level),
  );
}

function labelPropertiesXml({ labelStyle }: ListLevel): string {
  if (labelStyle === null) return '';
  const { fontName, bold, italic, color, sizePt } = labelStyle;
  const halfPoints = sizePt === undefined ? null : Math.max(2, Math.round(sizePt * 2));
  return element(
    'w:rPr',
    null,
    fontName === undefined ? '' : fontsXml(fontName),
    bold === undefined ? '' : toggle('w:b', bold),
    italic === undefined ? '' : toggle('w:i', italic),
    color === undefined ? '' : valued('w:color', hexColor(color)),
    halfPoints === null ? '' : valued('w:sz', halfPoints) + valued('w:szCs', halfPoints),
  );
}
