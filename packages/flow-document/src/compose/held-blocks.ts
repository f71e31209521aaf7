import type { Block, Inline } from '../model/blocks.ts';
import type { FlowTarget } from '../model/flow-document-writer.ts';
import type { RunStyle } from '../model/formats.ts';
import type { SectionLayout } from '../model/sections.ts';
import { spacerParagraph } from '../model/spacer-paragraph.ts';
import type { Continuation } from './composed-column.ts';
import { joinedFormat } from './join-paragraphs.ts';

/** The two blocks written last, held back because what follows may change their spacing. */
export interface HeldBlocks {
  /** Null before the first block of a section. */
  readonly lastKind: Block['kind'] | null;
  /** Writes a block; two tables that follow each other are kept apart. */
  add(block: Block): void;
  /** Writes a block that nothing changes. */
  addAside(block: Block): void;
  /** Adds space below the last block; false where it is no paragraph. */
  addSpaceBelow(spacePt: number): boolean;
  /** Continues the last paragraph, after a column break where one is wanted. */
  continueLast(continuation: Continuation, withColumnBreak: boolean): void;
  /** Text runs on to another page behind the last block: a heading at the foot of a page stays there. */
  endPage(): void;
  endSection(section: SectionLayout): void;
}

/** Holds back the last blocks on their way to `target`. */
export function createHeldBlocks(target: FlowTarget, body: RunStyle): HeldBlocks {
  let beforeLast: Block | null = null;
  let last: Block | null = null;
  let hasFrames = false;

  function push(block: Block | null): void {
    hasFrames = false;
    if (beforeLast !== null) target.write(beforeLast);
    beforeLast = last;
    last = block;
  }

  function writeAll(): void {
    push(null);
    push(null);
  }

  /** Some readers repeat the space before a paragraph at the break inside it: the block before it takes it over. */
  function moveSpaceBefore(): void {
    if (last?.kind !== 'paragraph' || beforeLast?.kind !== 'paragraph' || last.pageBreakBefore) return;
    if (last.inlines[0]?.kind === 'break') return;
    const { spaceBeforePt } = last.format;
    const { format } = beforeLast;
    beforeLast = { ...beforeLast, format: { ...format, spaceAfterPt: format.spaceAfterPt + spaceBeforePt } };
    last = { ...last, format: { ...last.format, spaceBeforePt: 0 } };
  }

  return {
    get lastKind() {
      return last?.kind ?? null;
    },
    add(block) {
      if (block.kind === 'table' && (last?.kind === 'table' || hasFrames)) push(spacerParagraph(body));
      push(block);
    },
    addAside(block) {
      const isBelowFrames = hasFrames;
      writeAll();
      // LibreOffice loses frames directly above a table: a paragraph carries them.
      if (block.kind === 'table' && isBelowFrames) target.write(spacerParagraph(body));
      target.write(block);
      if (block.kind === 'table') target.write(spacerParagraph(body));
      hasFrames = block.kind === 'paragraph';
    },
    addSpaceBelow(spacePt) {
      if (last?.kind !== 'paragraph') return false;
      last = { ...last, format: { ...last.format, spaceAfterPt: last.format.spaceAfterPt + spacePt } };
      return true;
    },
    continueLast({ beforeBreak, inlines, format, followsOneLine }, withColumnBreak) {
      if (last?.kind !== 'paragraph') throw new TypeError('Only a paragraph can be continued');
      moveSpaceBefore();
      last = {
        ...last,
        format: joinedFormat(last.format, format, followsOneLine),
        inlines: [...last.inlines, ...beforeBreak, ...(withColumnBreak ? [columnBreak] : []), ...inlines],
      };
    },
    endPage() {
      if (last?.kind === 'paragraph' && last.headingLevel > 0) last = { ...last, mayEndPage: true };
    },
    endSection(section) {
      writeAll();
      target.endSection(section);
    },
  };
}

const columnBreak: Inline = { kind: 'break', type: 'column' };
