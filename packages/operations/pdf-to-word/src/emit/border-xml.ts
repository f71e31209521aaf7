import type { Border, Borders, ParagraphBorder, ParagraphBorders } from '@platen/flow-document';
import { element, hexColor } from './xml.ts';

/** The four sides as children of `w:pBdr` or `w:tcBorders`, in the order of the schema. */
export function bordersXml(name: 'w:pBdr' | 'w:tcBorders', borders: Borders | ParagraphBorders): string {
  return element(
    name,
    null,
    borderXml('w:top', borders.top),
    borderXml('w:left', borders.left),
    borderXml('w:bottom', borders.bottom),
    borderXml('w:right', borders.right),
    name === 'w:pBdr' ? borderXml('w:between', betweenOf(borders)) : '',
  ).replace(`<${name}/>`, '');
}

/**
 * The rule between paragraphs that all have it above or below them: word processors draw equal borders around paragraphs in a
 * row as one box, and leave out what is inside.
 */
function betweenOf({ top, bottom, left, right }: Borders | ParagraphBorders): Border | ParagraphBorder | null {
  if (left !== null || right !== null) return null;
  return top === null || bottom === null ? (top ?? bottom) : null;
}

function borderXml(name: string, border: Border | ParagraphBorder | null): string {
  if (border === null) return '';
  return element(name, {
    'w:val': border.style,
    'w:sz': Math.min(96, Math.max(2, Math.round(border.widthPt * 8))),
    'w:space': 'spacePt' in border ? Math.min(31, Math.round(border.spacePt)) : 0,
    'w:color': hexColor(border.color),
  });
}
