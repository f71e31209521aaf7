import { type PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRawStream } from 'pdf-lib';
import { boxArea, boxHeight, boxWidth } from '../../page-model/box.ts';
import {
  asMatrix,
  identityMatrix,
  invertMatrix,
  type Matrix,
  matrixScale,
  transformBox,
} from '../../page-model/matrix.ts';
import type { Box } from '../../page-model/types.ts';
import { claimedPixels, isBilevel } from '../claimed-pixels.ts';
import { decodedData, maxCountedBytes } from '../decoded-bytes.ts';
import {
  anyEntry,
  arrayItems,
  asDict,
  dictOrStreamEntry,
  nameEntry,
  numberEntry,
  numbersEntry,
  pdfArrayEntry,
  streamEntry,
} from '../typed-entries.ts';
import {
  areasWithin,
  type ContentWork,
  type DrawingWork,
  type DrawnObject,
  noReading,
  type ResourceWork,
} from './drawing-work.ts';
import { colorSteps, type FunctionSteps, shadingSteps, transferSteps } from './evaluated-steps.ts';
import { type MeshAreas, meshAreas } from './mesh-areas.ts';
import { workCosts as costs } from './work-costs.ts';

const unitBox: Box = { x0: 0, y0: 0, x1: 1, y1: 1 };

/** What the work with all resources of a file is counted by. */
export interface WorkCounts {
  readonly ofContent: ContentWork;
  /** Of the largest glyph of a Type 3 font, besides the areas that it fills. `inherited` are its resources if it has none of its own. */
  readonly ofFont: (font: PDFDict, inherited: PDFDict | null) => number;
  readonly stepsOf: FunctionSteps;
}

export function createResourceWork(
  resources: PDFDict | null,
  { ofContent, ofFont, stepsOf }: WorkCounts,
): ResourceWork {
  // Content may name what it draws a million times: each name is looked up once.
  const listed = new Map<string, PDFDict | null>();
  const entries = new Map<string, PDFObject | undefined>();
  const find = (category: string, name: PDFName): PDFObject | undefined => {
    const key = `${category}${name}`;
    if (resources === null || entries.has(key)) return entries.get(key);
    const dict = listed.get(category) ?? dictOrStreamEntry(resources, category);
    listed.set(category, dict);
    const entry = dict?.lookup(name);
    entries.set(key, entry);
    return entry;
  };
  const objects = new Map<PDFName, DrawnObject | null>();
  const meshes = new Map<PDFRawStream, Mesh>();
  const meshOf = (shading: PDFRawStream) => {
    const mesh = meshes.get(shading) ?? readMesh(shading);
    meshes.set(shading, mesh);
    return mesh;
  };
  const readers = { meshOf, stepsOf };
  const readObject = (object: PDFObject | undefined): DrawnObject | null => {
    if (!(object instanceof PDFRawStream)) return null;
    if (nameEntry(object.dict, 'Subtype') === 'Image') {
      const work = { fixed: imageWork(object), areas: 0, depth: 0 };
      return { work, box: unitBox, matrix: identityMatrix, isStencil: object.dict.has(PDFName.of('ImageMask')) };
    }
    const matrix = asMatrix(numbersEntry(object.dict, 'Matrix')) ?? identityMatrix;
    const box = contentBox(object.dict);
    const work = ofContent(object, resources);
    return { work: object.dict.has(groupKey) ? inGroup(work, box) : work, box, matrix, isStencil: false };
  };
  return {
    ofObject(name) {
      const drawn = objects.get(name) ?? readObject(find('XObject', name));
      objects.set(name, drawn);
      return drawn;
    },
    ofPattern(name, box) {
      const pattern = find('Pattern', name);
      if (pattern instanceof PDFRawStream) {
        const cell = ofContent(pattern, resources);
        return { ...tilesWork(pattern, cell, box), reading: cell.reading ?? noReading };
      }
      if (!(pattern instanceof PDFDict)) return null;
      const matrix = asMatrix(numbersEntry(pattern, 'Matrix')) ?? identityMatrix;
      return shadingWork(anyEntry(pattern, 'Shading'), box, matrixScale(matrix) ** 2, readers);
    },
    ofShading: (name, box, areaScale) => shadingWork(find('Shading', name), box, areaScale, readers),
    ofMask(name) {
      const dict = asDict(find('ExtGState', name));
      const mask = dict === null ? null : anyEntry(dict, 'SMask');
      if (mask === null) return undefined;
      const group = mask instanceof PDFDict ? streamEntry(mask, 'G') : null;
      if (mask === null || group === null) return null;
      const work = ofContent(group, resources);
      const steps = mask instanceof PDFDict ? transferSteps(anyEntry(mask, 'TR'), stepsOf) : 0;
      const { reading = noReading } = work;
      return steps === 0 ? work : { ...work, reading: { ...reading, steps: reading.steps + steps } };
    },
    stepsOf: createStepCount(resources, find, { ofContent, stepsOf }),
    ofGlyph(name) {
      const font = asDict(find('Font', name));
      return font === null ? 0 : ofFont(font, resources);
    },
  };
}

/** Each name is counted once. */
function createStepCount(
  resources: PDFDict | null,
  find: (category: string, name: PDFName) => PDFObject | undefined,
  { ofContent, stepsOf }: Pick<WorkCounts, 'ofContent' | 'stepsOf'>,
): ResourceWork['stepsOf'] {
  const ofShading = (shading: PDFObject | null | undefined) =>
    shadingSteps(shading, stepsOf, (space) => find('ColorSpace', space));
  const ofPattern = (pattern: PDFObject | undefined) => {
    if (pattern instanceof PDFRawStream) return ofContent(pattern, resources).reading?.steps ?? 0;
    return pattern instanceof PDFDict ? ofShading(anyEntry(pattern, 'Shading')) : 0;
  };
  const count = (category: string, object: PDFObject | undefined) => {
    if (category === 'ColorSpace') return colorSteps(object, stepsOf);
    if (category === 'Pattern') return ofPattern(object);
    if (category === 'Shading') return ofShading(object);
    const state = asDict(object);
    return state === null ? 0 : transferSteps(anyEntry(state, 'TR2') ?? anyEntry(state, 'TR'), stepsOf);
  };
  const counted = new Map<string, number>();
  return (category, name) => {
    const key = `${category}${name}`;
    const steps = counted.get(key) ?? count(category, find(category, name));
    counted.set(key, steps);
    return steps;
  };
}

/** The bounding box of a form, a pattern or a soft mask. */
export function contentBox(dict: PDFDict): Box {
  const entry = pdfArrayEntry(dict, 'BBox');
  return (entry === null ? null : boxOf(entry)) ?? { x0: 0, y0: 0, x1: 0, y1: 0 };
}

/** A rectangle, given by two opposite corners; null for anything else. */
export function boxOf(rectangle: PDFArray): Box | null {
  const numbers = arrayItems(rectangle).map((item) => (item instanceof PDFNumber ? item.asNumber() : Number.NaN));
  if (numbers.length !== 4 || !numbers.every(Number.isFinite)) return null;
  const [x0, y0, x1, y1] = numbers as [number, number, number, number];
  return { x0: Math.min(x0, x1), y0: Math.min(y0, y1), x1: Math.max(x0, x1), y1: Math.max(y0, y1) };
}

function imageWork(image: PDFRawStream): number {
  const mask = streamEntry(image.dict, 'SMask');
  const pixels = claimedPixels(image) * (isBilevel(image) ? 1 / 8 : 1);
  const rows = (numberEntry(image.dict, 'Height') ?? 0) * costs.imageRow;
  return pixels + rows + (mask === null ? 0 : claimedPixels(mask));
}

const groupKey = PDFName.of('Group');

function inGroup(work: DrawingWork, box: Box): DrawingWork {
  return {
    ...work,
    areas: work.areas + boxArea(box) * costs.groupArea,
    depth: work.depth + costs.groupArea,
  };
}

/** A cell is drawn once and copied, unless it is larger than the area it fills. */
function tilesWork({ dict }: PDFRawStream, content: DrawingWork, box: Box): DrawingWork {
  const matrix = asMatrix(numbersEntry(dict, 'Matrix')) ?? identityMatrix;
  const areaScale = matrixScale(matrix) ** 2;
  const cellWork = content.fixed + areasWithin(content, areaScale, boxArea(box));
  const cell = contentBox(dict);
  const [xStep, yStep] = ['XStep', 'YStep'].map((key) => Math.abs(numberEntry(dict, key) ?? 0)) as [number, number];
  const once = { fixed: cellWork, areas: 0, depth: 0 };
  if (areaScale === 0 || xStep === 0 || yStep === 0) return once;
  const filled = toPatternSpace(matrix, box);
  const slack = roundedBy / Math.sqrt(areaScale);
  if (isBeyondCounting(filled.x0 - cell.x1, filled.x1 - cell.x0, xStep, slack)) return once;
  if (isBeyondCounting(filled.y0 - cell.y1, filled.y1 - cell.y0, yStep, slack)) return once;
  if (boxWidth(cell) > boxWidth(filled) || boxHeight(cell) > boxHeight(filled)) {
    const columns = (boxWidth(filled) + boxWidth(cell)) / xStep + 1;
    const rows = (boxHeight(filled) + boxHeight(cell)) / yStep + 1;
    return { fixed: columns * rows * cellWork, areas: 0, depth: 0 };
  }
  const copied = costs.tile + boxArea(cell) * areaScale * costs.filledArea;
  return { fixed: cellWork, ...spread(box, copied / (xStep * yStep * areaScale)) };
}

/** Viewers number cells by 32-bit integers. */
const maxCells = 2 ** 31;
/** Maximum rounding error of the filled area, in points: it is rounded to whole pixels, and a thumbnail has one for eight points. */
const roundedBy = 8;

/** True if the numbers of the first and the last visible cell are both clamped to the largest there is, so that one is drawn. */
function isBeyondCounting(first: number, last: number, step: number, slack: number): boolean {
  const nearest = Math.sign(first) === Math.sign(last) ? Math.min(Math.abs(first), Math.abs(last)) : 0;
  return nearest - slack > maxCells * step;
}

function toPatternSpace(matrix: Matrix, { x0, y0, x1, y1 }: Box): Box {
  return transformBox(invertMatrix(matrix), x0, y0, x1, y1);
}

interface ShadingReaders {
  meshOf(shading: PDFRawStream): Mesh;
  readonly stepsOf: FunctionSteps;
}

function shadingWork(
  shading: PDFObject | null | undefined,
  box: Box,
  areaScale: number,
  { meshOf, stepsOf }: ShadingReaders,
): DrawingWork | null {
  const dict = asDict(shading);
  if (dict === null) return null;
  const type = numberEntry(dict, 'ShadingType') ?? 0;
  const steps = stepsOf(anyEntry(dict, 'Function') ?? undefined);
  if (type === 1) return { fixed: 0, ...spread(box, costs.evaluatedArea * (1 + steps)) };
  const mesh = shading instanceof PDFRawStream ? meshOf(shading) : null;
  const tabulated = steps * costs.tabulatedStep;
  if (mesh === null) return { fixed: tabulated, ...spread(box, costs.shadedArea) };
  const { bytes, count, areas } = mesh;
  const [byte, area] = type < 6 ? [costs.triangleByte, costs.triangleArea] : [costs.patchByte, costs.patchArea];
  const painted = Math.min(areas * areaScale, count * boxArea(box));
  return { fixed: bytes * byte + painted * area + tabulated, ...spread(box, costs.shadedArea) };
}

/** A mesh of triangles or patches, and the bytes that describe it. */
interface Mesh extends MeshAreas {
  readonly bytes: number;
}

function readMesh(shading: PDFRawStream): Mesh {
  const data = decodedData(shading);
  return data === null
    ? { bytes: maxCountedBytes, count: 0, areas: 0 }
    : { bytes: data.length, ...meshAreas(shading.dict, data) };
}

/** Work of `depth` for each square unit of a box. */
function spread(box: Box, depth: number): Pick<DrawingWork, 'areas' | 'depth'> {
  return { areas: boxArea(box) * depth, depth };
}
