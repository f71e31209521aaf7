/** Path segments as pdf.js encodes them: an opcode, then its coordinates. */
export const pathOpcode = { moveTo: 0, lineTo: 1, curveTo: 2, quadraticCurveTo: 3, closePath: 4 } as const;

/** How many coordinates follow each opcode. */
export const coordinateCount: ReadonlyMap<number, number> = new Map([
  [pathOpcode.moveTo, 2],
  [pathOpcode.lineTo, 2],
  [pathOpcode.curveTo, 6],
  [pathOpcode.quadraticCurveTo, 4],
  [pathOpcode.closePath, 0],
]);
