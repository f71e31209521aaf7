import type { Border, Borders, ParagraphBorder, ParagraphBorders } from '@platen/pdf-kit/flow-document';
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
  ).replace(`<${name}/>`, '');
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
