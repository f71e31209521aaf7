import type { Boundaries } from '../boundaries.ts';
import {
  drawnAnnotations,
  fieldBoxes,
  type ResolveDestination,
  readFormValues,
  readLinks,
} from './annotations/read-annotations.ts';
import { readMarkup } from './annotations/read-markup.ts';
import { boxArea, containsMiddle, intersectBoxes } from './box.ts';
import type { ActualTextsOf } from './content/actual-texts.ts';
import { findDottedRules } from './content/dotted-rules.ts';
import { gradientColor } from './content/gradient-color.ts';
import { imageColor } from './content/image-color.ts';
import { joinMosaics } from './content/join-mosaics.ts';
import { mergeRules } from './content/merge-rules.ts';
import { toArguments } from './content/operator-arguments.ts';
import type { DrawnGlyph, PageContent } from './content/page-content.ts';
import { type OperatorList, readContent } from './content/read-content.ts';
import { withoutCovered } from './content/without-covered.ts';
import type { FaceShapes } from './fonts/face-shapes.ts';
import { type LoadedFont, readFont } from './fonts/read-font.ts';
import { type PdfJs, type PdfJsPage, sheetViewport } from './load-pdfjs.ts';
import { asMatrix, identityMatrix } from './matrix.ts';
import { readTags } from './read-tags.ts';
import type { SheetOptions } from './sheet-scale.ts';
import { fetchImage, imageAtHand, resolvedObject } from './stored-images.ts';
import { buildLines } from './text/build-lines.ts';
import { drawnText } from './text/drawn-text.ts';
import { readUnderscores } from './text/drawn-underscores.ts';
import { fillBlanks } from './text/filled-blanks.ts';
import { markLoneIcons } from './text/lone-icons.ts';
import { markVariants } from './text/mark-variants.ts';
import { isWordSpace } from './text/normalize-text.ts';
import { createColoring, showOutlinedLetters } from './text/outlined-letters.ts';
import { drawsText } from './text/outlined-text.ts';
import { partLabels } from './text/part-labels.ts';
import { rawLines } from './text/raw-lines.ts';
import { nameLeaderDots } from './text/unnamed-leaders.ts';
import { findUnreadableText } from './text/unreadable-text.ts';
import type { Page, PageKind, PageWarning } from './types.ts';

/** A picture covering this share of a page without text makes it a scan. */
const scanShare = 0.5;
const ink = '#000000';
/** Maximum share of visible letters on a scan with hidden text: the stamp of a court has 1/18 of those of its page. */
const stampShare = 0.25;

export interface PageSurroundings {
  readonly pdf: PdfJs;
  readonly printedSheet: boolean;
  readonly faceShapes: FaceShapes;
  readonly isVisible: (group: unknown) => boolean;
  readonly resolve: ResolveDestination;
  readonly actualTextsOf: ActualTextsOf;
  readonly boundaries: Boundaries;
  readonly sheet: SheetOptions;
}

/** A page, and the sources of its pictures. */
export interface ReadPage {
  readonly page: Page;
  readonly content: PageContent;
}

/** Reads everything on a page. The page of pdf.js stays open, as its pictures may be requested later. */
// Long: the list of everything on a page, each part with what it is without.
export async function readPage(source: PdfJsPage, surroundings: PageSurroundings): Promise<ReadPage> {
  const { boundaries } = surroundings;
  const { pageNumber } = source;
  const step = <Result>(what: string, instead: string, read: () => Result, less: () => Result) =>
    boundaries.within({ what: `${what} on page ${pageNumber}`, instead }, read, less);
  const viewport = sheetViewport(source, surroundings.sheet);
  const matrix = asMatrix(viewport.transform) ?? identityMatrix;
  const pageBox = { x0: 0, y0: 0, x1: viewport.width, y1: viewport.height };
  const operators: OperatorList = await source.getOperatorList({
    annotationMode: surroundings.pdf.AnnotationMode.ENABLE,
  });
  const annotations: readonly unknown[] = await source.getAnnotations().catch(() => []);
  const drawn = drawnAnnotations(annotations);
  const painted = readContent(operators, {
    codes: surroundings.pdf.OPS,
    matrix,
    pageBox,
    pageNumber,
    boundaries,
    fontOf: createFontTable(source, surroundings.faceShapes),
    shadingColorOf: (id) => gradientColor(resolvedObject(source, id)),
    imageColorOf: (id) => imageColor(imageAtHand(source, id)),
    isVisible: surroundings.isVisible,
    isDrawn: (id) => drawn.has(id),
    fields: fieldBoxes(annotations, matrix),
    actualTexts: await actualTexts(operators, pageNumber, surroundings),
  });
  const read = await boundaries.withinAsync(
    { what: `A shape that covers text on page ${pageNumber}`, instead: 'the text below it is kept' },
    () => withoutCovered(painted, (picture) => fetchImage(source, picture)),
    () => painted,
  );
  const shown = step(
    'Letters drawn as outlines',
    'they become drawings',
    () => showOutlinedLetters({ ...read, glyphs: nameLeaderDots(read.glyphs) }),
    () => read,
  );
  const content = step(
    'A picture in pieces',
    'its pieces become separate pictures',
    () => joinMosaics(shown, (picture) => imageAtHand(source, picture)),
    () => shown,
  );
  const markup = step('The annotations', 'they are left out', () => readMarkup(annotations, matrix), noMarkup);
  const kind = kindOf(content);
  const isRead = readingOf(content, kind);
  const all = step(
    'The icons',
    'they become characters',
    () => markLoneIcons(content.glyphs),
    () => content.glyphs,
  );
  const readable = markVariants(withOwnIds(inInk(all.filter(isRead))));
  const underscored = step(
    'An underscore drawn as a rule',
    'it stays a rule',
    () => readUnderscores(readable, content.rules),
    () => ({ glyphs: readable, rules: content.rules }),
  );
  const { glyphs, rules } = step(
    'A blank to fill in',
    'it becomes text',
    () => fillBlanks(underscored.glyphs),
    () => ({ glyphs: underscored.glyphs, rules: [] }),
  );
  const unreadable = step(
    'Text without characters',
    'it is not recognised again',
    () => findUnreadableText(all, content.unread),
    () => [],
  );
  const tree: unknown = await source.getStructTree().catch(() => null);
  const tags = step('The tags', 'they are left out', () => readTags(tree), nothing);
  const lines = step(
    'The lines',
    'their text is in drawing order',
    () => buildLines(glyphs, { printedSheet: surroundings.printedSheet, pageNumber, boundaries }),
    () => rawLines(glyphs),
  );
  const dotted = step(
    'A dotted line',
    'its dots stay separate',
    () => findDottedRules(content.fills),
    () => ({ fills: content.fills, rules: [] }),
  );
  const pageRules = [...underscored.rules, ...rules, ...dotted.rules];
  const page: Page = {
    number: pageNumber,
    widthPt: viewport.width,
    heightPt: viewport.height,
    rotation: source.rotate,
    turned: 0,
    kind,
    lines: step(
      'A label of the tags',
      'it stays in its line',
      () => partLabels(lines, tags),
      () => lines,
    ),
    drawnText: drawnText(underscored.glyphs, unreadable),
    hiddenText: drawnText([...content.glyphs.filter((glyph) => !isRead(glyph)), ...content.clipped], []),
    unreadable,
    rules: [
      ...step(
        'The rules',
        'they stay in separate pieces',
        () => mergeRules(pageRules),
        () => pageRules,
      ),
      ...markup.rules,
    ],
    boxes: content.boxes,
    fills: [...dotted.fills, ...markup.fills],
    drawings: content.drawings,
    pictures: content.pictures,
    links: await boundaries.withinAsync(
      { what: `The links on page ${pageNumber}`, instead: 'their text is kept' },
      () => readLinks(annotations, matrix, surroundings.resolve),
      () => [],
    ),
    formValues: step(
      'The fields',
      'they stay as they are drawn',
      () => readFormValues(annotations, matrix, content.glyphs),
      () => [],
    ),
    tags,
    warnings: [...content.warnings, ...reduction(viewport.scale, pageNumber, viewport)],
  };
  return { page, content };
}

/** That a page is read as if it were printed smaller. */
function reduction(
  scale: number,
  pageNumber: number,
  { width, height }: { readonly width: number; readonly height: number },
): readonly PageWarning[] {
  if (scale >= 1) return [];
  const inches = (pt: number) => (pt / 72 / scale).toFixed(1);
  const size = `${inches(width)} × ${inches(height)} inches`;
  const message = `Page ${pageNumber} is ${size}, larger than the format allows; it was reduced to ${(scale * 100).toFixed(0)} %`;
  return [{ code: 'PAGE_REDUCED', message }];
}

const noMarkup = (): ReturnType<typeof readMarkup> => ({ rules: [], fills: [] });
const nothing = () => null;

/**
 * Replacement texts are in properties that pdf.js leaves out; they are looked for where a page marks content without
 * an id. They count only where the file was read to have the same marks.
 */
async function actualTexts(
  { fnArray, argsArray }: OperatorList,
  pageNumber: number,
  { pdf: { OPS }, actualTextsOf }: PageSurroundings,
): Promise<readonly (string | null)[]> {
  let formDepth = 0;
  let marks = 0;
  let isLikely = false;
  fnArray.forEach((code, index) => {
    if (code === OPS.paintFormXObjectBegin || code === OPS.beginAnnotation) formDepth += 1;
    if (code === OPS.paintFormXObjectEnd || code === OPS.endAnnotation) formDepth -= 1;
    if (code !== OPS.beginMarkedContentProps || formDepth > 0) return;
    const [tag, id] = toArguments(argsArray[index]);
    marks += 1;
    isLikely ||= tag !== 'OC' && tag !== 'Artifact' && typeof id !== 'number';
  });
  const texts = isLikely ? await actualTextsOf(pageNumber) : null;
  return texts?.length === marks ? texts : [];
}

function createFontTable({ commonObjs }: PdfJsPage, shapes: FaceShapes): (name: string) => LoadedFont | null {
  const fonts = new Map<string, LoadedFont | null>();
  return (name) => {
    const known = fonts.get(name);
    if (known !== undefined) return known;
    if (fonts.size === 0) shapes.measure(commonObjs);
    const drawingOf = (character: string) => shapes.drawingOf(name, character);
    const font = commonObjs.has(name) ? readFont(commonObjs.get(name), shapes.shapeOf(name), drawingOf) : null;
    fonts.set(name, font);
    return font;
  };
}

function kindOf({ glyphs, pictures, drawings, pageBox }: PageContent): PageKind {
  const letters = glyphs.filter(({ text }) => !isWordSpace(text));
  const visible = letters.filter(({ hidden }) => !hidden).length;
  const covered = pictures.some(
    ({ box }) => boxArea(intersectBoxes(box, pageBox) ?? box) > scanShare * boxArea(pageBox),
  );
  const isStamp = covered && visible <= stampShare * letters.length;
  if (!isStamp && (visible > 20 || (visible > 0 && !covered))) return 'text';
  if (letters.length > visible && (covered || pictures.length > 0)) return 'scanned-with-text';
  if (covered || pictures.length > 0 || drawsText(drawings)) return 'scanned';
  return letters.length > 0 ? 'text' : 'blank';
}

/** Hidden text is read if it is the text layer of a picture, and left out otherwise. */
function readingOf({ glyphs, pictures }: PageContent, kind: PageKind): (glyph: DrawnGlyph) => boolean {
  // Text on a page that shows nothing is all there is to read.
  const showsNothing = pictures.length === 0 && glyphs.every(({ hidden, text }) => hidden || isWordSpace(text));
  const readsAll = showsNothing || kind === 'scanned-with-text';
  return ({ hidden, box }) => !hidden || readsAll || pictures.some((picture) => containsMiddle(picture.box, box));
}

/** Letters that are not painted have no colour of their own, whatever is set: a text layer may be set in white. */
function inInk(glyphs: readonly DrawnGlyph[]): readonly DrawnGlyph[] {
  const styleOf = createColoring();
  return glyphs.map((glyph) =>
    glyph.hidden && glyph.style.color !== ink ? { ...glyph, style: styleOf(glyph.style, ink) } : glyph,
  );
}

/** Marked-content ids inside forms count only on a page that has no others: they belong to the stream they are in. */
function withOwnIds(glyphs: readonly DrawnGlyph[]): readonly DrawnGlyph[] {
  if (!glyphs.some(({ mcid, insideForm }) => mcid !== null && !insideForm)) return glyphs;
  return glyphs.map((glyph) => (glyph.insideForm && glyph.mcid !== null ? { ...glyph, mcid: null } : glyph));
}
