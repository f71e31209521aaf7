import { boxHeight, boxWidth, containsMiddle, intersectBoxes, uniteBoxes } from './box.ts';
import { createGraphicsState, type GraphicsState } from './graphics-state.ts';
import { type Matrix, multiplyMatrices, toMatrix, transformBox } from './matrix.ts';
import { type DecodedImage, type PageContent, type PictureSource, pageBounds } from './page-content.ts';
import type { LoadedFont } from './read-font.ts';
import { addBar, readPaintedPath, readSubPaths } from './read-path.ts';
import { createStyleTable, readShownText } from './read-text.ts';
import type { Box } from './types.ts';

/** The operators of a page, as pdf.js lists them. Arguments are outside data. */
export interface OperatorList {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

export interface ContentSurroundings {
  /** Operator names to their numbers: `OPS` of pdf.js. */
  readonly codes: Readonly<Record<string, number>>;
  /** From PDF user space to page points. */
  readonly matrix: Matrix;
  readonly pageBox: Box;
  readonly pageNumber: number;
  readonly fontOf: (name: string) => LoadedFont | null;
  /** Whether an optional-content group is switched on. */
  readonly isVisible: (group: unknown) => boolean;
}

interface MarkedContent {
  readonly mcid: number | null;
  readonly artifact: boolean;
  readonly invisible: boolean;
  readonly insideForm: boolean;
}

type Handler = (args: readonly unknown[]) => void;

/** Walks the operators of a page once and collects everything they paint. */
export function readContent(operators: OperatorList, surroundings: ContentSurroundings): PageContent {
  const { codes, pageBox } = surroundings;
  const content: PageContent = {
    glyphs: [],
    rules: [],
    boxes: [],
    fills: [],
    drawings: [],
    pictures: [],
    pictureSources: [],
    warnings: [],
    pageBox,
  };
  const reader = createReader(content, surroundings);
  const handlers = new Map<number, Handler>();
  for (const [name, handler] of Object.entries(reader)) {
    const code = codes[name];
    if (code !== undefined) handlers.set(code, handler);
  }
  operators.fnArray.forEach((code, index) => {
    const args = operators.argsArray[index];
    handlers.get(code)?.(
      Array.isArray(args) ? args : args === null || args === undefined ? [] : Array.from(args as ArrayLike<unknown>),
    );
  });
  return content;
}

function createReader(content: PageContent, surroundings: ContentSurroundings): Readonly<Record<string, Handler>> {
  const { pageBox, codes, fontOf } = surroundings;
  let state = createGraphicsState(surroundings.matrix, pageBox);
  const saved: GraphicsState[] = [];
  const marked: MarkedContent[] = [];
  const styleOf = createStyleTable();
  let formDepth = 0;
  let clipPending = false;
  let segments = 0;
  const warned = new Set<string>();

  const around = (): MarkedContent =>
    marked.at(-1) ?? { mcid: null, artifact: false, invisible: false, insideForm: formDepth > 0 };
  const warn = (code: string, message: string) => {
    if (warned.has(code)) return;
    warned.add(code);
    content.warnings.push({ code, message });
  };
  const save = () => {
    saved.push({ ...state });
  };
  const restore = () => {
    state = saved.pop() ?? state;
  };
  const clipTo = (box: Box) => {
    state.clip = intersectBoxes(state.clip, box) ?? { x0: 0, y0: 0, x1: 0, y1: 0 };
  };
  const mark = (next: Partial<MarkedContent>) => {
    marked.push({ ...around(), insideForm: formDepth > 0, ...next });
  };
  const setFont = (name: unknown, size: unknown) => {
    state.fontName = typeof name === 'string' ? name : null;
    state.fontSize = Math.abs(toNumber(size));
    state.fontDirection = toNumber(size) < 0 ? -1 : 1;
  };
  const moveText = (x: number, y: number) => {
    state.lineX += x;
    state.lineY += y;
    state.x = state.lineX;
    state.y = state.lineY;
  };
  const addPicture = (
    source: PictureSource,
    size: { width: number; height: number },
    mask: boolean,
    matrix: Matrix,
  ) => {
    if (around().invisible || state.fillAlpha === 0) return;
    if (content.pictures.length >= pageBounds.pictures) {
      warn('page_degraded', `Page ${surroundings.pageNumber} has too many pictures; the rest was left out`);
      return;
    }
    const full = transformBox(matrix, 0, 0, 1, 1);
    const box = intersectBoxes(full, state.clip);
    if (box === null) return;
    if (Math.min(boxWidth(full), boxHeight(full)) <= 2.5 && Math.max(boxWidth(full), boxHeight(full)) > 8) {
      addBar(full, mask ? state.fillColor : '#000000', state, content);
      return;
    }
    content.pictures.push({
      pageNumber: surroundings.pageNumber,
      index: content.pictures.length,
      box,
      widthPx: size.width,
      heightPx: size.height,
      mask,
      ...turnOf(matrix),
    });
    content.pictureSources.push({ source, color: state.fillColor });
  };
  const addRepeated = (image: unknown, scale: Matrix, positions: unknown, mask: boolean) => {
    const source = maskSource(image);
    if (source === null || !isArrayLike(positions)) return;
    for (let index = 0; index + 1 < positions.length; index += 2) {
      const placed: Matrix = [
        scale[0],
        scale[1],
        scale[2],
        scale[3],
        toNumber(positions[index]),
        toNumber(positions[index + 1]),
      ];
      addPicture(source.source, source, mask, multiplyMatrices(state.matrix, placed));
    }
  };

  return {
    save,
    restore,
    transform: (args) => {
      state.matrix = multiplyMatrices(state.matrix, toMatrix(args as readonly number[]));
    },
    setLineWidth: ([width]) => {
      state.lineWidth = toNumber(width);
    },
    setDash: ([pattern]) => {
      state.dashed = isDash(pattern);
    },
    setGState: ([entries]) => {
      for (const [key, value] of (Array.isArray(entries) ? entries : []) as readonly [string, unknown][]) {
        if (key === 'LW') state.lineWidth = toNumber(value);
        if (key === 'ca') state.fillAlpha = toNumber(value);
        if (key === 'CA') state.strokeAlpha = toNumber(value);
        if (key === 'D' && Array.isArray(value)) state.dashed = isDash(value[0]);
        if (key === 'Font' && Array.isArray(value)) setFont(value[0], value[1]);
      }
    },
    setFillRGBColor: ([color]) => {
      state.fillColor = toColor(color);
    },
    setStrokeRGBColor: ([color]) => {
      state.strokeColor = toColor(color);
    },
    // A pattern has no one colour; a middle grey stands for it.
    setFillColorN: () => {
      state.fillColor = '#808080';
    },
    setStrokeColorN: () => {
      state.strokeColor = '#808080';
    },
    clip: () => {
      clipPending = true;
    },
    eoClip: () => {
      clipPending = true;
    },
    constructPath: ([operator, data]) => {
      const encoded: unknown = Array.isArray(data) ? data[0] : null;
      const painting = paintingOf(toNumber(operator), codes);
      const paths = isArrayLike(encoded) ? readSubPaths(encoded as ArrayLike<number>, state) : [];
      segments += isArrayLike(encoded) ? encoded.length / 3 : 0;
      if (segments > pageBounds.pathSegments) {
        warn('page_degraded', `Page ${surroundings.pageNumber} draws too much; part of its graphics was left out`);
      } else if (painting !== null && !around().invisible) {
        readPaintedPath(paths, painting, state, content);
      }
      if (!clipPending) return;
      clipPending = false;
      if (paths.length > 0)
        clipTo(uniteBoxes(paths.flatMap(({ points }) => points.map(({ x, y }) => ({ x0: x, y0: y, x1: x, y1: y })))));
    },
    shadingFill: () => {
      content.drawings.push({ box: state.clip, kind: 'shading', strokeColor: null, fillColor: state.fillColor });
    },
    beginText: () => {
      state.textMatrix = [1, 0, 0, 1, 0, 0];
      state.x = state.y = state.lineX = state.lineY = 0;
    },
    setTextMatrix: ([matrix]) => {
      state.textMatrix = toMatrix(matrix as ArrayLike<number>);
      state.x = state.y = state.lineX = state.lineY = 0;
    },
    setFont: ([name, size]) => setFont(name, size),
    setCharSpacing: ([spacing]) => {
      state.charSpacing = toNumber(spacing);
    },
    setWordSpacing: ([spacing]) => {
      state.wordSpacing = toNumber(spacing);
    },
    setHScale: ([percent]) => {
      state.horizontalScale = toNumber(percent) / 100;
    },
    setLeading: ([leading]) => {
      state.leading = -toNumber(leading);
    },
    setTextRise: ([rise]) => {
      state.rise = toNumber(rise);
    },
    setTextRenderingMode: ([mode]) => {
      state.renderMode = toNumber(mode);
    },
    moveText: ([x, y]) => moveText(toNumber(x), toNumber(y)),
    setLeadingMoveText: ([x, y]) => {
      state.leading = toNumber(y);
      moveText(toNumber(x), toNumber(y));
    },
    nextLine: () => moveText(0, state.leading),
    showText: ([shown]) => {
      const font = state.fontName === null ? null : fontOf(state.fontName);
      if (font === null || !Array.isArray(shown)) return;
      if (content.glyphs.length > pageBounds.glyphs) {
        warn('page_degraded', `Page ${surroundings.pageNumber} has too much text; the rest was left out`);
        return;
      }
      for (const glyph of readShownText(state, font, shown, around(), styleOf)) {
        if (containsMiddle(state.clip, glyph.box)) content.glyphs.push(glyph);
      }
    },
    beginMarkedContent: ([tag]) =>
      mark({ artifact: around().artifact || tag === 'Artifact' || nameOf(tag) === 'Artifact' }),
    beginMarkedContentProps: ([tag, properties]) => {
      if (tag === 'OC') mark({ invisible: around().invisible || !surroundings.isVisible(properties) });
      else if (tag === 'Artifact') mark({ artifact: true, mcid: null });
      else mark(typeof properties === 'number' ? { mcid: properties } : {});
    },
    endMarkedContent: () => {
      marked.pop();
    },
    paintFormXObjectBegin: ([matrix, box]) => {
      save();
      formDepth += 1;
      state.matrix = multiplyMatrices(state.matrix, toMatrix(matrix as ArrayLike<number> | null));
      if (isArrayLike(box)) {
        const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = Array.from(box).map(toNumber);
        clipTo(transformBox(state.matrix, x0, y0, x1, y1));
      }
    },
    paintFormXObjectEnd: () => {
      formDepth -= 1;
      restore();
    },
    paintImageXObject: ([id, width, height]) => {
      if (typeof id !== 'string') return;
      addPicture(id, { width: toNumber(width), height: toNumber(height) }, false, state.matrix);
    },
    paintImageXObjectRepeat: ([id, scaleX, scaleY, positions]) => {
      addRepeated(id, [toNumber(scaleX), 0, 0, toNumber(scaleY), 0, 0], positions, false);
    },
    paintInlineImageXObject: ([image]) => {
      const source = maskSource(image);
      if (source !== null) addPicture(source.source, source, false, state.matrix);
    },
    paintInlineImageXObjectGroup: ([image, map]) => {
      const source = maskSource(image);
      if (source === null || !Array.isArray(map)) return;
      for (const { transform } of map as readonly { readonly transform: ArrayLike<number> }[]) {
        addPicture(source.source, source, false, multiplyMatrices(state.matrix, toMatrix(transform)));
      }
    },
    paintImageMaskXObject: ([image]) => {
      const source = maskSource(image);
      if (source !== null) addPicture(source.source, source, true, state.matrix);
    },
    paintImageMaskXObjectGroup: ([images]) => {
      for (const image of (Array.isArray(images) ? images : []) as readonly {
        readonly transform: ArrayLike<number>;
      }[]) {
        const source = maskSource(image);
        if (source === null) continue;
        addPicture(source.source, source, true, multiplyMatrices(state.matrix, toMatrix(image.transform)));
      }
    },
    paintImageMaskXObjectRepeat: ([image, scaleX, skewX, skewY, scaleY, positions]) => {
      const scale: Matrix = [toNumber(scaleX), toNumber(skewX), toNumber(skewY), toNumber(scaleY), 0, 0];
      addRepeated(image, scale, positions, true);
    },
    paintSolidColorImageMask: () => {
      if (!around().invisible) addBar(transformBox(state.matrix, 0, 0, 1, 1), state.fillColor, state, content);
    },
  };
}

function paintingOf(operator: number, codes: Readonly<Record<string, number>>) {
  const filling = ['fill', 'eoFill', 'fillStroke', 'eoFillStroke', 'closeFillStroke', 'closeEOFillStroke'];
  const stroking = ['stroke', 'closeStroke', 'fillStroke', 'eoFillStroke', 'closeFillStroke', 'closeEOFillStroke'];
  const fill = filling.some((name) => codes[name] === operator);
  const stroke = stroking.some((name) => codes[name] === operator);
  return fill || stroke ? { fill, stroke } : null;
}

/** How the bytes of an image must be turned, and mirrored before, to look as the matrix places them. */
function turnOf(matrix: Matrix): { readonly rotation: number; readonly mirrored: boolean } {
  // An upright image has its x axis to the right and its y axis up, which is −y on the page.
  const degrees = (Math.atan2(matrix[1], matrix[0]) * 180) / Math.PI;
  const mirrored = matrix[0] * matrix[3] - matrix[1] * matrix[2] > 0;
  const quarter = Math.round((mirrored ? degrees + 180 : degrees) / 90) * 90;
  return { rotation: ((quarter % 360) + 360) % 360, mirrored };
}

function maskSource(image: unknown): { source: PictureSource; width: number; height: number } | null {
  if (typeof image === 'string') return { source: image, width: 0, height: 0 };
  if (typeof image !== 'object' || image === null) return null;
  const { width, height, data } = image as { width?: unknown; height?: unknown; data?: unknown };
  const source = typeof data === 'string' ? data : (image as DecodedImage);
  return { source, width: toNumber(width), height: toNumber(height) };
}

function toNumber(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

function toColor(value: unknown): string {
  return typeof value === 'string' && value.startsWith('#') ? value.toLowerCase() : '#000000';
}

function nameOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'name' in value ? value.name : null;
}

function isDash(pattern: unknown): boolean {
  return isArrayLike(pattern) && pattern.length > 0 && Array.from(pattern).some((length) => toNumber(length) > 0);
}

function isArrayLike(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || ArrayBuffer.isView(value);
}
