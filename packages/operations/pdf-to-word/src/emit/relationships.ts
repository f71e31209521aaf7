import { element, xmlDeclaration } from './xml.ts';

export type RelationshipType =
  | 'hyperlink'
  | 'image'
  | 'header'
  | 'footer'
  | 'styles'
  | 'numbering'
  | 'settings'
  | 'fontTable'
  | 'footnotes';

/** The relationships of one part: what it points at, by id. The same target is listed once. */
export interface Relationships {
  readonly isEmpty: boolean;
  idOf(type: RelationshipType, target: string): string;
  toXml(): string;
}

const officeType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export function createRelationships(): Relationships {
  const ids = new Map<string, string>();
  const entries: string[] = [];
  return {
    get isEmpty() {
      return entries.length === 0;
    },
    idOf(type, target) {
      const key = `${type} ${target}`;
      const known = ids.get(key);
      if (known !== undefined) return known;
      const id = `rId${entries.length + 1}`;
      ids.set(key, id);
      entries.push(
        element('Relationship', {
          Id: id,
          Type: `${officeType}/${type}`,
          Target: target,
          TargetMode: type === 'hyperlink' ? 'External' : null,
        }),
      );
      return id;
    },
    toXml() {
      const xmlns = 'http://schemas.openxmlformats.org/package/2006/relationships';
      return xmlDeclaration + element('Relationships', { xmlns }, ...entries);
    },
  };
}
