/** Shapes of Computer Modern behind the prefix of a national variant, and the design size that ends each name. */
const variant = /^(?:cs|pl|vn)(?=(?:r|b|bx|ti|sl|bxti|bxsl|ss|ssbx|ssi|tt|csc)\d+$)/i;

/**
 * The name of a font, of its Czech, Polish or Vietnamese variants (`csbx12`, `plr10`) the one it has in Computer Modern: they
 * are the same faces with more letters.
 */
export function asComputerModern(name: string): string {
  return name.replace(variant, 'cm');
}
