import { type Furniture, type SectionLayout, spacerParagraph } from '@platen/flow-document';
import type { EmitContext } from './emit-context.ts';
import { createRelationships, type Relationships } from './relationships.ts';
import type { FurnitureReference } from './section-xml.ts';
import { blocksXml } from './table-xml.ts';
import { element, namespaces, xmlDeclaration } from './xml.ts';

/** The headers and footers of a package. A part that several sections show is written once. */
export interface RunningParts {
  readonly parts: readonly { readonly part: 'header' | 'footer'; readonly name: string }[];
  readonly hasEvenPages: boolean;
  referencesOf(section: SectionLayout): readonly FurnitureReference[];
}

interface RunningPartsOptions {
  readonly context: EmitContext;
  readonly documentRelationships: Relationships;
  addPart(name: string, content: string): void;
}

export function createRunningParts({ context, documentRelationships, addPart }: RunningPartsOptions): RunningParts {
  const parts: { part: 'header' | 'footer'; name: string }[] = [];
  const written = new Map<Furniture, string>();
  let hasEvenPages = false;

  function nameOf(part: 'header' | 'footer', furniture: Furniture): string {
    const known = written.get(furniture);
    if (known !== undefined) return known;
    const name = `${part}${parts.length + 1}.xml`;
    parts.push({ part, name });
    written.set(furniture, name);
    const relationships = createRelationships();
    // An empty paragraph would be as high as a line of the body.
    const blocks = furniture.blocks.length > 0 ? furniture.blocks : [spacerParagraph(context.styles.body)];
    const content = blocksXml(blocks, { ...context, relationships, formats: null });
    addPart(`word/${name}`, xmlDeclaration + element(part === 'header' ? 'w:hdr' : 'w:ftr', namespaces, content));
    if (!relationships.isEmpty) addPart(`word/_rels/${name}.rels`, relationships.toXml());
    return name;
  }

  return {
    parts,
    get hasEvenPages() {
      return hasEvenPages;
    },
    referencesOf({ headers, footers }) {
      hasEvenPages ||= headers.even !== null || footers.even !== null;
      const references: FurnitureReference[] = [];
      for (const [part, set] of [
        ['header', headers],
        ['footer', footers],
      ] as const) {
        for (const type of ['default', 'even', 'first'] as const) {
          const furniture = set[type];
          if (furniture === null) continue;
          const relationshipId = documentRelationships.idOf(part, nameOf(part, furniture));
          references.push({ part, type, relationshipId });
        }
      }
      return references;
    },
  };
}
