import { rmSync } from 'node:fs';
import {
  type Block,
  type FlowDocumentHead,
  type FlowDocumentWriter,
  type PictureInline,
  spacerParagraph,
} from '@platen/flow-document';
import { createBodyPart } from './body-part.ts';
import { createContentsFields } from './contents-fields.ts';
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
import { createSectionEnds } from './section-ends.ts';
import { sectionXml } from './section-xml.ts';
import { createSharedFormats } from './shared-formats.ts';
import { stylesPart } from './styles-part.ts';
import { blocksXml, tableXml } from './table-xml.ts';
import { createZipFile } from './zip-file.ts';

/** Writes a DOCX to `path`, with a scratch file beside it until it is closed: what is written is not kept in memory. */
export function createDocxWriter(
  path: string,
  { properties, styles, lineNumbering }: FlowDocumentHead,
): FlowDocumentWriter {
  const zip = createZipFile(path);
  const body = createBodyPart(`${path}.body`);
  const relationships = createRelationships();
  const noteRelationships = createRelationships();
  const formats = createSharedFormats(styles);
  const contents = createContentsFields();
  const listNumbers = new Map<string, number>();
  const footnotes: string[] = [];
  let pictureCount = 0;
  let lastId = 0;
  const context: EmitContext = {
    styles,
    relationships,
    inherited: styles.body,
    formats,
    inCell: false,
    usedStyles: new Set(),
    addPicture: (picture) => addPicture(picture),
    addFootnote: (blocks, mark) =>
      footnotes.push(
        withFootnoteMark(blocksXml(blocks, { ...context, relationships: noteRelationships, formats: null }), mark),
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
  const ends = createSectionEnds(styles.body, (block, section) => {
    const own = mayEndSection(block) ? section : '';
    const xml = block.kind === 'paragraph' ? paragraphXml(block, context, own) : tableXml(block, context);
    body.write(contents.marked(block, xml));
    if (section !== own) body.write(paragraphXml(spacerParagraph(styles.body), context, section));
  });

  function addPicture({ bytes, mediaType }: PictureInline): string {
    const name = `media/picture${++pictureCount}.${mediaType === 'image/png' ? 'png' : 'jpg'}`;
    zip.add(`word/${name}`, bytes, true);
    return name;
  }

  return {
    write: ends.write,
    endSection: (section) => ends.endSection(sectionXml(section, running.referencesOf(section), lineNumbering)),
    async close({ lists, fonts }) {
      const lastSection = ends.close();
      await body.copyTo(zip.open('word/document.xml'), (xml) => contents.resolved(formats.resolved(xml)), lastSection);
      body.remove();
      for (const type of ['styles', 'numbering', 'settings', 'fontTable', 'footnotes'] as const) {
        relationships.idOf(type, `${type}.xml`);
      }
      zip.add('word/_rels/document.xml.rels', relationships.toXml());
      zip.add('word/styles.xml', stylesPart(styles, { ...context, lang: properties.lang, formats }));
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
      body.remove();
      zip.abandon();
      rmSync(path, { force: true });
    },
  };
}

/** LibreOffice takes the style of a paragraph with a column break away where a section ends with it. */
function mayEndSection(block: Block): boolean {
  if (block.kind === 'table') return false;
  return !block.inlines.some((inline) => inline.kind === 'break' && inline.type === 'column');
}
