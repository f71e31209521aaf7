import { element, escapeText, namespaces, xmlDeclaration } from './xml.ts';

/** `word/footnotes.xml`: the separators every document has, then the notes, already written as XML, from id 1. */
export function footnotesPart(notes: readonly string[]): string {
  return (
    xmlDeclaration +
    element(
      'w:footnotes',
      namespaces,
      separator('separator', -1, '<w:separator/>'),
      separator('continuationSeparator', 0, '<w:continuationSeparator/>'),
      ...notes.map((content, index) => element('w:footnote', { 'w:id': index + 1 }, content)),
    )
  );
}

/** Not as far apart as those of the text. */
const singleLines = '<w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr>';

function separator(type: string, id: number, mark: string): string {
  return element(
    'w:footnote',
    { 'w:type': type, 'w:id': id },
    element('w:p', null, singleLines, element('w:r', null, mark)),
  );
}

/** Puts the note's own number, or its mark, before its first text: as large as that, raised by its style. */
export function withFootnoteMark(content: string, mark: string | null): string {
  const shown = mark === null ? '<w:footnoteRef/>' : element('w:t', null, escapeText(mark));
  const [, beside = ''] = /<w:r><w:rPr>(.*?)<\/w:rPr>/s.exec(content) ?? [];
  const run = `<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/>${beside}</w:rPr>${shown}</w:r>`;
  const afterProperties = content.indexOf('</w:pPr>');
  const at = afterProperties < 0 ? content.indexOf('<w:p>') + '<w:p>'.length : afterProperties + '</w:pPr>'.length;
  return content.slice(0, at) + run + content.slice(at);
}
