import { type Block, type RunStyle, spacerParagraph } from '@platen/flow-document';

/** Holds back the last block until it is known whether a section ends with it: WordprocessingML says so in its paragraph. */
export interface SectionEnds {
  write(block: Block): void;
  /** Takes the `w:sectPr` of the section that ends. */
  endSection(sectionXml: string): void;
  /** Writes what is held back; returns the `w:sectPr` of the last section, which is the end of the body. */
  close(): string;
}

/** Gives each block to `write`, with the `w:sectPr` of the section that ends with it, if one does. */
export function createSectionEnds(body: RunStyle, write: (block: Block, sectionXml: string) => void): SectionEnds {
  let block: Block | null = null;
  let section = '';

  function flush(): void {
    if (block !== null) write(block, section);
    else if (section !== '') write(spacerParagraph(body), section);
    block = null;
    section = '';
  }

  return {
    write(next) {
      flush();
      block = next;
    },
    endSection(sectionXml) {
      if (section !== '') flush();
      section = sectionXml;
    },
    close() {
      const last = section;
      section = '';
      const endsWithParagraph = block?.kind === 'paragraph';
      flush();
      // The body must not end with a table.
      if (!endsWithParagraph) write(spacerParagraph(body), '');
      return last;
    },
  };
}
