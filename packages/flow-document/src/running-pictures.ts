import type { Page } from '@platen/pdf-kit/page-model';
import type { RunningFigure } from './analysis/figures/running-figures.ts';
import type { RunningPart } from './analysis/running/running-parts.ts';
import type { RunningSets } from './compose/section-layout.ts';
import { type PictureSources, readFigure } from './figure-pictures.ts';
import type { PictureInline, ShapeInline, TextBoxInline } from './model/blocks.ts';
import { anchorParagraph } from './model/plain-paragraph.ts';
import type { Furniture, FurnitureSet } from './model/sections.ts';

/** A running figure with what it shows. */
export interface RunningPicture extends RunningFigure {
  readonly picture: PictureInline;
}

/** Reads the pictures of running figures. A place that shows another picture on its last page is not a running one. */
export async function readRunningPictures(
  figures: readonly RunningFigure[],
  pages: ReadonlyMap<number, Page>,
  sources: PictureSources,
): Promise<readonly RunningPicture[]> {
  const found: RunningPicture[] = [];
  for (const running of figures) {
    const [first, last] = [pages.get(running.pages[0] ?? 0), pages.get(running.pages.at(-1) ?? 0)];
    if (first === undefined || last === undefined) continue;
    const picture = await readFigure(running.figure, first, sources);
    const again = await readFigure(figureOn(last, running), last, sources);
    if (picture === null || again === null || Buffer.compare(picture.bytes, again.bytes) !== 0) continue;
    const { x0, y0 } = running.figure.box;
    found.push({
      ...running,
      picture: { ...picture, placement: { kind: 'anchored', xPt: x0, yPt: y0, wrap: 'behind' } },
    });
  }
  return found;
}

/** What is anchored to a header or footer, and the pages that show it. */
export interface RunningObject {
  readonly zone: 'header' | 'footer';
  readonly pages: readonly number[];
  readonly picture: PictureInline | ShapeInline | TextBoxInline;
}

/** The running headers and footers with their pictures and rules, on the variants whose pages show them. */
export function withRunningObjects(
  running: RunningSets,
  figures: readonly RunningPicture[],
  marks: readonly Omit<RunningObject, 'zone'>[],
  part: RunningPart,
): RunningSets {
  const pictures: readonly RunningObject[] = [
    ...marks.map((mark) => ({ zone: 'header' as const, ...mark })),
    ...figures,
  ];
  if (pictures.length === 0) return withBothVariants(running);
  const [headers, footers] = [running.headers, running.footers].map((set, index) => {
    const zone = index === 0 ? 'header' : 'footer';
    return pictured(
      set,
      pictures.filter((picture) => picture.zone === zone),
      part,
    );
  });
  if (headers === undefined || footers === undefined) return running;
  return withBothVariants({
    ...running,
    headers,
    footers,
    // A header with only anchored content must not extend into the body.
    headerDistancePt: isEmpty(running.headers) ? leastDistancePt : running.headerDistancePt,
    footerDistancePt: isEmpty(running.footers) ? leastDistancePt : running.footerDistancePt,
  });
}

/** From the edge of the page, in points. */
const leastDistancePt = 4;

function isEmpty(set: FurnitureSet): boolean {
  return [set.default, set.first, set.even].every((furniture) => (furniture?.blocks ?? []).length === 0);
}

/** The same place of another page. Only pictures are known by an index, which pages number for themselves. */
function figureOn(page: Page, { figure }: RunningFigure): RunningFigure['figure'] {
  if (figure.pictureIndex === null) return figure;
  const near = page.pictures.find(
    ({ box }) => Math.abs(box.x0 - figure.box.x0) <= 2 && Math.abs(box.y0 - figure.box.y0) <= 2,
  );
  return near === undefined ? figure : { ...figure, pictureIndex: near.index };
}

function pictured(set: FurnitureSet, pictures: readonly RunningObject[], part: RunningPart): FurnitureSet {
  if (pictures.length === 0) return set;
  const { firstPage, numberOffset } = part;
  const pages = part.pages.map(({ number }) => number);
  const later = pages.filter((page) => page > firstPage);
  const odd = later.filter((page) => (page + numberOffset) % 2 !== 0);
  const even = later.filter((page) => (page + numberOffset) % 2 === 0);
  const usual = shownOn(odd.length > 0 ? odd : even, pictures);
  const onEven = even.length > 0 ? shownOn(even, pictures) : usual;
  const onFirst = pages.includes(firstPage) ? shownOn([firstPage], pictures) : usual;
  return {
    default: withPictures(set.default, usual),
    even: set.even === null && isSame(onEven, usual) ? null : withPictures(set.even ?? set.default ?? blank, onEven),
    first:
      set.first === null && isSame(onFirst, usual) ? null : withPictures(set.first ?? set.default ?? blank, onFirst),
  };
}

/** An empty variant beside others that show something. */
const blank: Furniture = { blocks: [] };

/** The pictures that most of some pages show. */
function shownOn(pages: readonly number[], pictures: readonly RunningObject[]): readonly RunningObject['picture'][] {
  return pictures
    .filter((running) => pages.filter((page) => running.pages.includes(page)).length > 0.5 * pages.length)
    .map(({ picture }) => picture);
}

function isSame(first: readonly RunningObject['picture'][], second: readonly RunningObject['picture'][]): boolean {
  return first.length === second.length && first.every((picture) => second.includes(picture));
}

function withPictures(furniture: Furniture | null, pictures: readonly RunningObject['picture'][]): Furniture | null {
  if (pictures.length === 0) return furniture;
  const [first, ...others] = furniture?.blocks ?? [];
  if (first?.kind !== 'paragraph') return { blocks: [anchorParagraph(pictures), ...(furniture?.blocks ?? [])] };
  return { blocks: [{ ...first, inlines: [...pictures, ...first.inlines] }, ...others] };
}

/** First and even variants apply to headers and footers together: neither may become blank because of the other. */
function withBothVariants(running: RunningSets): RunningSets {
  const { headers, footers } = running;
  return { ...running, headers: besideVariants(headers, footers), footers: besideVariants(footers, headers) };
}

function besideVariants(set: FurnitureSet, other: FurnitureSet): FurnitureSet {
  return {
    default: set.default,
    first: set.first ?? (other.first === null ? null : set.default),
    even: set.even ?? (other.even === null ? null : set.default),
  };
}
