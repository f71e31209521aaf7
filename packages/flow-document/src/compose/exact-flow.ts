import type { ColumnLayout, PageLayout } from '../analysis/layout/page-layout.ts';
import type { Block, Inline, Paragraph, PictureInline } from '../model/blocks.ts';
import type { FlowTarget } from '../model/flow-document-writer.ts';
import type { RunStyle } from '../model/formats.ts';
import { anchorParagraph } from '../model/plain-paragraph.ts';
import type { SectionLayout } from '../model/sections.ts';
import { spacerParagraph } from '../model/spacer-paragraph.ts';
import { belowMargin } from './below-margin.ts';
import type { PlacedBlock } from './composed-column.ts';
import { framedParagraph } from './framed-paragraph.ts';
import { freeReach } from './free-reach.ts';
import { marginBelowBreaks } from './page-ends.ts';
import type { PageFlow } from './page-flow.ts';
import {
  haveSameShape,
  type OpenPart,
  type RunningLookup,
  type SectionShape,
  sectionLayout,
  sectionShape,
  topOf,
} from './section-layout.ts';

/** A page while its blocks come in. */
interface OpenPage {
  readonly layout: PageLayout;
  /** What is drawn on it: anchored to its first paragraph. */
  readonly drawings: Inline[];
  readonly blocks: Block[];
}

/** Height of the paragraphs that carry drawings and frames, in points. */
const carrierPt = 1;
/** Room for them above the first line of the page. */
const carrierRoomPt = 12;

/**
 * Sets each paragraph in a frame where it was, and tables, pictures and shapes at their places, so that nothing moves
 * whatever fonts the reader has. The running text consists only of zero-height paragraphs that they are anchored to.
 */
// Long: the methods of one flow share its page and section.
export function createExactFlow(
  target: FlowTarget,
  runningOn: RunningLookup,
  part: OpenPart,
  body: RunStyle,
): PageFlow {
  let section: { readonly shape: SectionShape; readonly layout: SectionLayout } | null = null;
  let page: OpenPage | null = null;
  let column: ColumnLayout | null = null;
  let columns: readonly ColumnLayout[] = [];

  function beginSection(layout: PageLayout): boolean {
    const { frame } = layout;
    const band = { y0: frame.y0, y1: frame.y1, columns: [{ x0: frame.x0, x1: frame.x1, blocks: [], asides: [] }] };
    const shape = sectionShape(layout, band);
    const own = runningOn(layout.page);
    if (section !== null && own === part.running && haveSameShape(section.shape, shape)) return false;
    if (section !== null) target.endSection(section.layout);
    const whole = sectionLayout(layout, band, {
      start: 'page',
      topPt: topOf(layout, band, null, own),
      running: own,
      isFirst: own !== part.running,
      runningText: null,
      ...marginBelowBreaks,
    });
    part.running = own;
    section = { shape, layout: { ...whole, marginTopPt: Math.max(0, whole.marginTopPt - carrierRoomPt) } };
    return true;
  }

  function endPage(): void {
    if (page === null) return;
    const begins = beginSection(page.layout);
    const carrier = { ...anchorParagraph(page.drawings), pageBreakBefore: !begins };
    if (!begins || page.drawings.length > 0) target.write(carrier);
    const topPt = section?.layout.marginTopPt ?? 0;
    for (const block of page.blocks) target.write(belowMargin(block, topPt));
    // Frames belong to the paragraph after them: without one they would be on the next page.
    target.write(spacerParagraph(body, carrierPt));
    page = null;
  }

  function placeAside(block: Block): void {
    if (page === null) return;
    const { blocks } = page;
    if (block.kind !== 'table') {
      blocks.push(block);
      return;
    }
    // A paragraph before it carries the frames above, which LibreOffice would lose; one behind keeps two tables two.
    const carrier = spacerParagraph(body, carrierPt);
    const last = blocks.at(-1);
    if (last?.kind === 'paragraph' && last.frame !== null) blocks.push(carrier);
    blocks.push(block, carrier);
  }

  function place({ block, box }: PlacedBlock): void {
    if (page === null) return;
    if (block.kind === 'table') {
      placeAside({ ...block, floating: { xPt: box?.x0 ?? 0, yPt: box?.y0 ?? 0 } });
      return;
    }
    const { drawings, rest } = withoutDrawings(block);
    page.drawings.push(...drawings);
    if (rest.inlines.length === 0 || box === null || column === null) return;
    page.blocks.push(framedParagraph(rest, box, column, freeReach(box, page.layout)));
  }

  return {
    beginPage(layout) {
      endPage();
      page = { layout, drawings: [], blocks: [] };
      columns = [];
      column = null;
    },
    beginBand(band) {
      columns = band.columns;
      column = columns[0] ?? null;
    },
    beginColumn(index) {
      column = columns[index] ?? null;
      return { cursorY: 0, runsOn: false, mayContinue: false };
    },
    put(items) {
      for (const item of items) {
        if (item.kind === 'placed') place(item);
        else if (item.kind === 'aside') placeAside(item.block);
      }
      return 0;
    },
    finish() {
      endPage();
      if (section !== null) target.endSection(section.layout);
      section = null;
    },
  };
}

/** What is anchored to the page goes to the paragraph that carries all drawings of the page. */
function withoutDrawings(paragraph: Paragraph): { readonly drawings: readonly Inline[]; readonly rest: Paragraph } {
  const isDrawing = (inline: Inline) =>
    inline.kind === 'shape' ||
    inline.kind === 'text-box' ||
    (inline.kind === 'picture' && inline.placement.kind === 'anchored');
  const drawings = paragraph.inlines
    .filter(isDrawing)
    .map((inline) => (inline.kind === 'picture' ? overText(inline) : inline));
  return { drawings, rest: { ...paragraph, inlines: paragraph.inlines.filter((inline) => !isDrawing(inline)) } };
}

/** In exact layout nothing flows around pictures. */
function overText(picture: PictureInline): PictureInline {
  const { placement } = picture;
  if (placement.kind === 'inline' || placement.wrap === 'behind') return picture;
  return { ...picture, placement: { ...placement, wrap: 'behind' } };
}
