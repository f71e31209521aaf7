import type { DocumentProperties, FontEntry } from '@platen/flow-document';
import { element, escapeText, namespaces, xmlDeclaration } from './xml.ts';

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** `[Content_Types].xml` for the named running parts and the parts every document has. */
export function contentTypesPart(runningParts: readonly { part: 'header' | 'footer'; name: string }[]): string {
  const overrides = [
    ['/word/document.xml', `${wordType}.document.main+xml`],
    ['/word/styles.xml', `${wordType}.styles+xml`],
    ['/word/numbering.xml', `${wordType}.numbering+xml`],
    ['/word/settings.xml', `${wordType}.settings+xml`],
    ['/word/fontTable.xml', `${wordType}.fontTable+xml`],
    ['/word/footnotes.xml', `${wordType}.footnotes+xml`],
    ['/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'],
    ...runningParts.map(({ part, name }) => [`/word/${name}`, `${wordType}.${part}+xml`]),
  ];
  return (
    xmlDeclaration +
    element(
      'Types',
      { xmlns: 'http://schemas.openxmlformats.org/package/2006/content-types' },
      element('Default', {
        Extension: 'rels',
        ContentType: 'application/vnd.openxmlformats-package.relationships+xml',
      }),
      element('Default', { Extension: 'xml', ContentType: 'application/xml' }),
      element('Default', { Extension: 'png', ContentType: 'image/png' }),
      element('Default', { Extension: 'jpg', ContentType: 'image/jpeg' }),
      ...overrides.map(([name, type]) => element('Override', { PartName: name, ContentType: type })),
    )
  );
}

/** `_rels/.rels`: where the document and its properties are. */
export function packageRelationshipsPart(): string {
  return (
    xmlDeclaration +
    element(
      'Relationships',
      { xmlns: 'http://schemas.openxmlformats.org/package/2006/relationships' },
      element('Relationship', {
        Id: 'rId1',
        Type: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument',
        Target: 'word/document.xml',
      }),
      element('Relationship', {
        Id: 'rId2',
        Type: 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
        Target: 'docProps/core.xml',
      }),
    )
  );
}

/** `docProps/core.xml`. No date of its own, so that the same input gives the same bytes. */
export function corePropertiesPart(properties: DocumentProperties): string {
  const text = (name: string, value: string | null) =>
    value === null || value === '' ? '' : `<${name}>${escapeText(value)}</${name}>`;
  return (
    xmlDeclaration +
    element(
      'cp:coreProperties',
      {
        'xmlns:cp': 'http://schemas.openxmlformats.org/package/2006/metadata/core-properties',
        'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      },
      text('dc:title', properties.title),
      text('dc:subject', properties.subject),
      text('dc:creator', properties.author),
      text('cp:keywords', properties.keywords),
      text('dc:language', properties.lang),
    )
  );
}

/** `word/settings.xml`: the layout rules of Word 2013 and later, and left-hand pages apart where they differ. */
export function settingsPart({ evenAndOddHeaders }: { readonly evenAndOddHeaders: boolean }): string {
  const compatibility = element(
    'w:compat',
    null,
    element('w:compatSetting', {
      'w:name': 'compatibilityMode',
      'w:uri': 'http://schemas.microsoft.com/office/word',
      'w:val': 15,
    }),
  );
  const footnotes = element(
    'w:footnotePr',
    null,
    element('w:footnote', { 'w:id': -1 }),
    element('w:footnote', { 'w:id': 0 }),
  );
  return (
    xmlDeclaration +
    element(
      'w:settings',
      namespaces,
      element('w:defaultTabStop', { 'w:val': 720 }),
      evenAndOddHeaders ? '<w:evenAndOddHeaders/>' : '',
      footnotes,
      compatibility,
    )
  );
}

const families = { serif: 'roman', 'sans-serif': 'swiss', monospace: 'modern', unknown: 'auto' } as const;

/** `word/fontTable.xml`: by it a reader picks a substitute for a font it does not have. */
export function fontTablePart(fonts: readonly FontEntry[]): string {
  const entries = fonts.map(({ name, alternative, family, fixedPitch }) =>
    element(
      'w:font',
      { 'w:name': name },
      alternative === null ? '' : element('w:altName', { 'w:val': alternative }),
      element('w:charset', { 'w:val': '00' }),
      element('w:family', { 'w:val': families[family] }),
      element('w:pitch', { 'w:val': fixedPitch ? 'fixed' : 'variable' }),
    ),
  );
  return xmlDeclaration + element('w:fonts', namespaces, ...entries);
}
