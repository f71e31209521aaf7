import { boxArea, boxHeight, containsBox, growBox, sharedArea } from '../box.ts';
import type { Box, Picture } from '../types.ts';
import type { Cover, DecodedImage, DrawnGlyph, PageContent, PictureSource } from './page-content.ts';

/** A letter is covered if this share of its height is, around its middle: above and below are ascenders and descenders. */
const inkShare = 0.5;
/** A border at the edge of a rectangle that is painted over it is still seen in half, in points. */
const edgePt = 1;
/** Less than this share of a picture around an opaque rectangle is its soft shadow. */
const hiddenShare = 0.9;
/** What is below a rectangle is looked for in strips of the page this high, in points. */
const stripPt = 32;
/** A page with more rectangles is a picture drawn with them. */
const maxCovers = 4_000;

/** Decodes an image; null for one that cannot be decoded. */
type ImageOf = (source: PictureSource) => Promise<DecodedImage | null>;

/**
 * The content as it is seen: text under an opaque rectangle or picture that was painted later is hidden, and rules and
 * fills under one are left out, as are pictures that are its shadow. Programs that change a page paint over what was
 * there, and those that recognise text may put it under the scan.
 */
export async function withoutCovered(content: PageContent, imageOf: ImageOf): Promise<PageContent> {
  const { glyphs, rules, fills } = content;
  if (content.covers.length === 0 || content.covers.length > maxCovers) return content;
  const placed = inStrips(glyphs, inkOf);
  const covers = await opaqueCovers(content.covers, placed, imageOf);
  if (covers.length === 0) return content;
  const letters = coveredLetters(placed, covers);
  const lines = covered(inStrips(rules, withMargin), covers, (_rule, index, cover) => index < cover.rules);
  const areas = covered(
    inStrips(fills, ({ box }) => box),
    covers,
    (_fill, index, cover) => index < cover.fills,
  );
  const isSeen = (picture: Picture, index: number) =>
    !covers.some(
      (cover) => index < cover.pictures && sharedArea(cover.box, picture.box) >= hiddenShare * boxArea(picture.box),
    );
  const pictures = content.pictures.flatMap((picture, index) =>
    isSeen(picture, index) ? [{ picture, source: content.pictureSources[index] }] : [],
  );
  return {
    ...content,
    pictures: pictures.map(({ picture }, index) => ({ ...picture, index })),
    pictureSources: pictures.flatMap(({ source }) => source ?? []),
    glyphs: glyphs.map((glyph) => (letters.has(glyph) ? { ...glyph, hidden: true } : glyph)),
    rules: rules.filter((rule) => !lines.has(rule)),
    fills: fills.filter((fill) => !areas.has(fill)),
  };
}

/** The rectangles, and the pictures over letters that have no transparent pixels. */
async function opaqueCovers(
  covers: readonly Cover[],
  letters: InStrips<DrawnGlyph>,
  imageOf: ImageOf,
): Promise<readonly Cover[]> {
  const opaque = await Promise.all(
    covers.map(async (cover) => {
      if (cover.picture === null) return cover;
      if (coveredLetters(letters, [cover]).size === 0) return [];
      const image = await imageOf(cover.picture);
      // pdf.js decodes an image that has transparent pixels, or may have, to four channels.
      return image?.kind === 1 || image?.kind === 2 ? cover : [];
    }),
  );
  return opaque.flat();
}

function coveredLetters(letters: InStrips<DrawnGlyph>, covers: readonly Cover[]): ReadonlySet<DrawnGlyph> {
  return covered(letters, covers, (glyph, _, cover) => glyph.run <= cover.run);
}

/** Parts of a page with their index and box, by the strip that they begin in. */
type InStrips<Part> = ReadonlyMap<
  number,
  readonly { readonly index: number; readonly part: Part; readonly box: Box }[]
>;

function inStrips<Part>(parts: readonly Part[], boxOf: (part: Part) => Box): InStrips<Part> {
  const placed = parts.map((part, index) => ({ index, part, box: boxOf(part) }));
  return Map.groupBy(placed, ({ box }) => stripAt(box.y0));
}

/** The parts that lie within a cover painted after them. `isBelow` is given the index of a part as well. */
function covered<Part>(
  strips: InStrips<Part>,
  covers: readonly Cover[],
  isBelow: (part: Part, index: number, cover: Cover) => boolean,
): ReadonlySet<Part> {
  const found = new Set<Part>();
  for (const cover of covers) {
    for (let strip = stripAt(cover.box.y0); strip <= stripAt(cover.box.y1); strip++) {
      for (const { index, part, box } of strips.get(strip) ?? [])
        if (!found.has(part) && isBelow(part, index, cover) && containsBox(cover.box, box)) found.add(part);
    }
  }
  return found;
}

function stripAt(y: number): number {
  return Math.floor(y / stripPt);
}

function inkOf({ box }: DrawnGlyph): Box {
  const margin = ((1 - inkShare) / 2) * boxHeight(box);
  return { ...box, y0: box.y0 + margin, y1: box.y1 - margin };
}

function withMargin(rule: Box): Box {
  return growBox(rule, edgePt);
}
