import type { ListDefinition, ListLevel } from '../document/types.ts';
import { fontsXml } from './run-xml.ts';
import { element, hexColor, namespaces, toggle, twips, valued, xmlDeclaration } from './xml.ts';

/** `word/numbering.xml`: each list is a definition of its own, so each counts from its own start. */
export function numberingPart(lists: readonly ListDefinition[]): string {
  const definitions = lists.map((list, index) =>
    element(
      'w:abstractNum',
      { 'w:abstractNumId': index },
      valued('w:multiLevelType', list.levels.length > 1 ? 'multilevel' : 'singleLevel'),
      ...list.levels.map(levelXml),
    ),
  );
  const numbers = lists.map((_, index) => element('w:num', { 'w:numId': index + 1 }, valued('w:abstractNumId', index)));
  return xmlDeclaration + element('w:numbering', namespaces, ...definitions, ...numbers);
}

function levelXml(level: ListLevel, index: number): string {
  const formats = {
    bullet: 'bullet',
    decimal: 'decimal',
    'lower-letter': 'lowerLetter',
    'upper-letter': 'upperLetter',
    'lower-roman': 'lowerRoman',
    'upper-roman': 'upperRoman',
  } as const;
  return element(
    'w:lvl',
    { 'w:ilvl': index },
    valued('w:start', level.start),
    valued('w:numFmt', formats[level.format]),
    valued('w:suff', 'tab'),
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
  const halfPoints = Math.max(2, Math.round(labelStyle.sizePt * 2));
  return element(
    'w:rPr',
    null,
    fontsXml(labelStyle.fontName),
    toggle('w:b', labelStyle.bold),
    toggle('w:i', labelStyle.italic),
    valued('w:color', hexColor(labelStyle.color)),
    valued('w:sz', halfPoints),
    valued('w:szCs', halfPoints),
  );
}
