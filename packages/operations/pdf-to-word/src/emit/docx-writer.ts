import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import {
  type Block,
  type FlowDocumentHead,
  type FlowDocumentWriter,
  type PictureInline,
  type SectionLayout,
  spacerParagraph,
} from '@platen/pdf-kit/flow-document';
import type { EmitContext } from './emit-context.ts';
import { footnotesPart, withFootnoteMark } from './footnotes-part.ts';
import { numberingPart } from './numbering-part.ts';
import {
  contentTypesPart,
  corePropertiesPart,
  fontTablePart,
  packageRelationshipsPart,
  settingsPart,
} from './package-parts.ts';
import { paragraphXml } from './paragraph-xml.ts';
import { createRelationships } from './relationships.ts';
import { createRunningParts } from './running-parts.ts';
import { sectionXml } from './section-xml.ts';
import { createSharedSpacings } from './shared-spacings.ts';
import { stylesPart } from './styles-part.ts';
import { blocksXml, tableXml } from './table-xml.ts';
import { element, namespaces, xmlDeclaration } from './xml.ts';
import { createZipFile } from './zip-file.ts';

/** Writes a DOCX to `path`, with a scratch file beside it until it is closed: what is written is not kept in memory. */
// Long: the methods of one writer share its parts.
export function createDocxWriter(
  path: string,
  { properties, styles, lineNumbering }: FlowDocumentHead,
): FlowDocumentWriter {
  const zip = createZipFile(path);
  const bodyPath = `${path}.body`;
  const bodyFile = openSync(bodyPath, 'w');
  const relationships = createRelationships();
  const noteRelationships = createRelationships();
  const spacings = createSharedSpacings();
  const listNumbers = new Map<string, number>();
  const footnotes: string[] = [];
  let pictureCount = 0;
  let lastId = 0;
  const context: EmitContext = {
    styles,
    relationships,
    inherited: styles.body,
    spacings,
    inCell: false,
    addPicture: (picture) => addPicture(picture),
    addFootnote: (blocks) =>
      footnotes.push(
        withFootnoteMark(blocksXml(blocks, { ...context, relationships: noteRelationships, spacings: null })),
      ),
    numberOf(listId) {
      const number = listNumbers.get(listId) ?? listNumbers.size + 1;
      listNumbers.set(listId, number);
      return number;
    },
    nextId: () => ++lastId,
  };
  const running = createRunningParts({
    context,
    documentRelationships: relationships,
    addPart: (name, content) => zip.add(name, content),
  });
  let pendingBlock: Block | null = null;
  let pendingSection: SectionLayout | null = null;

  function addPicture({ bytes, mediaType }: PictureInline): string {
    const name = `media/picture${++pictureCount}.${mediaType === 'image/png' ? 'png' : 'jpg'}`;
    zip.add(`word/${name}`, bytes, true);
    return name;
  }

  function sectionProperties(section: SectionLayout): string {
    return sectionXml(section, running.referencesOf(section), lineNumbering);
  }

  /** Writes the block that was held back until it was known whether a section ends with it. */
  function flush(): void {
    const section = pendingSection === null ? '' : sectionProperties(pendingSection);
    if (pendingBlock !== null) writeBlock(pendingBlock, section);
    else if (section !== '') writeXml(paragraphXml(spacerParagraph(styles.body), context, section));
    pendingBlock = null;
    pendingSection = null;
  }

  function writeBlock(block: Block, section: string): void {
    if (block.kind === 'paragraph') {
      writeXml(paragraphXml(block, context, section));
      return;
    }
    writeXml(tableXml(block, context));
    if (section !== '') writeXml(paragraphXml(spacerParagraph(styles.body), context, section));
  }

  function writeXml(xml: string): void {
    writeSync(bodyFile, `${xml.replace(/[\r\n]/g, ' ')}\n`);
  }

  async function writeDocumentPart(lastSection: string): Promise<void> {
    const empty = element('w:document', namespaces, '<w:body></w:body>');
    const [head = '', tail = ''] = empty.split('</w:body>');
    const entry = zip.open('word/document.xml');
    entry.write(xmlDeclaration + head);
    // A block a line.
    const body = await open(bodyPath);
    for await (const block of body.readLines()) {
      entry.write(spacings.resolved(block));
    }
    entry.write(`${lastSection}</w:body>${tail}`);
    entry.close();
  }

  return {
    write(block) {
      flush();
      pendingBlock = block;
    },
    endSection(section) {
      if (pendingSection !== null) flush();
      pendingSection = section;
    },
    async close({ lists, fonts }) {
      const lastSection = pendingSection === null ? '' : sectionProperties(pendingSection);
      pendingSection = null;
      // The body must not end with a table.
      if (pendingBlock === null || pendingBlock.kind === 'table') {
        flush();
        pendingBlock = spacerParagraph(styles.body);
      }
      flush();
      closeSync(bodyFile);
      await writeDocumentPart(lastSection);
      rmSync(bodyPath);
      for (const type of ['styles', 'numbering', 'settings', 'fontTable', 'footnotes'] as const) {
        relationships.idOf(type, `${type}.xml`);
      }
      zip.add('word/_rels/document.xml.rels', relationships.toXml());
      zip.add('word/styles.xml', stylesPart(styles, properties.lang, spacings));
      zip.add('word/numbering.xml', numberingPart(lists, listNumbers));
      zip.add('word/settings.xml', settingsPart({ evenAndOddHeaders: running.hasEvenPages }));
      zip.add('word/fontTable.xml', fontTablePart(fonts));
      zip.add('word/footnotes.xml', footnotesPart(footnotes));
      if (!noteRelationships.isEmpty) zip.add('word/_rels/footnotes.xml.rels', noteRelationships.toXml());
      zip.add('docProps/core.xml', corePropertiesPart(properties));
      zip.add('_rels/.rels', packageRelationshipsPart());
      zip.add('[Content_Types].xml', contentTypesPart(running.parts));
      zip.close();
    },
    abandon() {
      closeSync(bodyFile);
      rmSync(bodyPath, { force: true });
      zip.abandon();
      rmSync(path, { force: true });
    },
  };
}
