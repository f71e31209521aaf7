import type { PDFDict } from 'pdf-lib';
import { boxArea, boxAround, uniteBoxes } from '../../page-model/box.ts';
import type { Box, Point } from '../../page-model/types.ts';
import { numberEntry, numbersEntry } from '../typed-entries.ts';

/** Reads the numbers of a mesh, most significant bit first. */
interface BitReader {
  readonly remaining: number;
  read(bits: number): number;
  /** Skips to the next byte boundary. */
  align(): void;
}

/** How a mesh is stored (ISO 32000-2, 8.7.4.5). */
interface MeshLayout {
  readonly flagBits: number;
  readonly pointBits: number;
  readonly colorBits: number;
  readonly toPoint: (x: number, y: number) => Point;
}

/** The triangles or patches of a mesh. */
export interface MeshAreas {
  readonly count: number;
  /** The sum of the areas of their bounding boxes, in square units of the mesh. */
  readonly areas: number;
}

const nothing: MeshAreas = { count: 0, areas: 0 };

/** The triangles or patches of a mesh shading; none for another shading. */
export function meshAreas(dict: PDFDict, data: Uint8Array): MeshAreas {
  const layout = layoutOf(dict);
  if (layout === null) return nothing;
  const bits = createBitReader(data);
  switch (numberEntry(dict, 'ShadingType')) {
    case 4:
      return triangleAreas(bits, layout);
    case 5:
      return latticeAreas(bits, layout, numberEntry(dict, 'VerticesPerRow') ?? 2);
    case 6:
      return patchAreas(bits, layout, 12);
    case 7:
      return patchAreas(bits, layout, 16);
    default:
      return nothing;
  }
}

function layoutOf(dict: PDFDict): MeshLayout | null {
  const [x0 = 0, x1 = 0, y0 = 0, y1 = 0, ...ranges] = numbersEntry(dict, 'Decode') ?? [];
  const [coordinateBits = 0, componentBits = 0, flagBits = 0] = ['Coordinate', 'Component', 'Flag'].map(
    (what) => numberEntry(dict, `BitsPer${what}`) ?? 0,
  );
  if (![coordinateBits, componentBits].every((bits) => bits >= 1 && bits <= 32) || flagBits > 8) return null;
  const most = 2 ** coordinateBits - 1;
  return {
    flagBits,
    pointBits: coordinateBits,
    colorBits: (ranges.length / 2) * componentBits,
    toPoint: (x, y) => ({ x: x0 + (x / most) * (x1 - x0), y: y0 + (y / most) * (y1 - y0) }),
  };
}

function readPoint(bits: BitReader, { pointBits, toPoint }: MeshLayout): Point {
  const x = bits.read(pointBits);
  return toPoint(x, bits.read(pointBits));
}

/** Free-form triangles: the edge flag of a vertex tells which two earlier vertices complete its triangle, or that a new one begins. */
function triangleAreas(bits: BitReader, layout: MeshLayout): MeshAreas {
  const { flagBits, pointBits, colorBits } = layout;
  let [count, areas] = [0, 0];
  let triangle: readonly Point[] = [];
  while (bits.remaining >= flagBits + 2 * pointBits) {
    const flag = bits.read(flagBits) & 3;
    const vertex = readPoint(bits, layout);
    bits.read(colorBits);
    bits.align();
    const [first, second, third] = triangle;
    if (first === undefined || second === undefined || third === undefined) triangle = [...triangle, vertex];
    else triangle = flag === 0 ? [vertex] : [flag === 1 ? second : first, third, vertex];
    if (triangle.length < 3) continue;
    count += 1;
    areas += boxArea(boxAround(triangle));
  }
  return { count, areas };
}

/** Lattice-form triangles: rows of vertices, with two triangles between each four of them. */
function latticeAreas(bits: BitReader, layout: MeshLayout, perRow: number): MeshAreas {
  let [count, areas] = [0, 0];
  let [above, row]: [Point[], Point[]] = [[], []];
  while (bits.remaining >= 2 * layout.pointBits && perRow >= 2) {
    row.push(readPoint(bits, layout));
    bits.read(layout.colorBits);
    bits.align();
    const at = row.length;
    const [left, upper] = [row.slice(-2), above.slice(Math.max(0, at - 2), at)];
    if (at > 1 && upper.length === 2) {
      count += 2;
      areas += 2 * boxArea(boxAround([...left, ...upper]));
    }
    if (at === perRow) [above, row] = [row, []];
  }
  return { count, areas };
}

/** Coons and tensor-product patches: one that shares an edge with the one before extends into its box. */
function patchAreas(bits: BitReader, layout: MeshLayout, points: number): MeshAreas {
  const { flagBits, pointBits, colorBits } = layout;
  let [count, areas] = [0, 0];
  let before: Box | null = null;
  while (bits.remaining >= flagBits + (points - 4) * 2 * pointBits) {
    const isNew = (bits.read(flagBits) & 3) === 0;
    const own = boxAround(Array.from({ length: isNew ? points : points - 4 }, () => readPoint(bits, layout)));
    for (let color = isNew ? 4 : 2; color > 0; color -= 1) bits.read(colorBits);
    bits.align();
    count += 1;
    areas += boxArea(isNew || before === null ? own : uniteBoxes([own, before]));
    before = own;
  }
  return { count, areas };
}

function createBitReader(data: Uint8Array): BitReader {
  let position = 0;
  return {
    get remaining() {
      return 8 * data.length - position;
    },
    read(bits) {
      let value = 0;
      for (let left = bits; left > 0; ) {
        const available = 8 - (position & 7);
        const taken = Math.min(left, available);
        const byte = data[position >> 3] ?? 0;
        value = value * 2 ** taken + ((byte >> (available - taken)) & (2 ** taken - 1));
        position += taken;
        left -= taken;
      }
      return value;
    },
    align() {
      position = (position + 7) & ~7;
    },
  };
}
