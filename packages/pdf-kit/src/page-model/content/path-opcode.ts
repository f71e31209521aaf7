/** Path segments as pdf.js encodes them: an opcode, then its coordinates. */
export const pathOpcode = { moveTo: 0, lineTo: 1, curveTo: 2, quadraticCurveTo: 3, closePath: 4 } as const;
