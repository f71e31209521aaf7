/** How much to compress, from the gentlest to the strongest. */
export const compressionLevels = ['low', 'medium', 'high'] as const;

export type CompressionLevel = (typeof compressionLevels)[number];

/** When images are scaled down, and how coarsely they are encoded. Resolutions are pixels an inch as drawn. */
export interface LevelSettings {
  /** Images with a higher resolution than this are scaled down … */
  readonly scaleAboveDpi: number;
  /** … to this. */
  readonly targetDpi: number;
  /** The same two for images of black and white only, whose edges need more. */
  readonly bilevelScaleAboveDpi: number;
  readonly bilevelTargetDpi: number;
  /** Quality of JPEG, 1–100. */
  readonly jpegQuality: number;
  /**
   * How far a colour of a drawing may move, of 255, to become that of other pixels; 0 for not at all. Of twelve charts of
   * the corpus 8 leaves two thirds of the bytes, 16 half and 24 hardly less.
   */
  readonly colorTolerance: number;
  /** Resolution and quality of the paper and the pictures under the ink of a scan in layers; null for no layers. */
  readonly paper: { readonly dpi: number; readonly quality: number } | null;
  /**
   * The lowest similarity (SSIM, 0–1) a page may keep, as drawn at low resolution: the mean over its blocks. Below it the
   * page's images are encoded as on the level before. Blocks alone are bound by how far their colour may move.
   */
  readonly minSimilarity: number;
}

export const levelSettings: Readonly<Record<CompressionLevel, LevelSettings>> = {
  low: {
    scaleAboveDpi: 250,
    targetDpi: 200,
    bilevelScaleAboveDpi: Number.POSITIVE_INFINITY,
    bilevelTargetDpi: 600,
    jpegQuality: 85,
    colorTolerance: 0,
    paper: null,
    minSimilarity: 0.97,
  },
  medium: {
    scaleAboveDpi: 200,
    targetDpi: 144,
    bilevelScaleAboveDpi: 400,
    bilevelTargetDpi: 300,
    jpegQuality: 70,
    colorTolerance: 16,
    paper: { dpi: 100, quality: 50 },
    minSimilarity: 0.95,
  },
  high: {
    scaleAboveDpi: 100,
    targetDpi: 96,
    bilevelScaleAboveDpi: 300,
    bilevelTargetDpi: 200,
    jpegQuality: 50,
    colorTolerance: 24,
    paper: { dpi: 72, quality: 40 },
    minSimilarity: 0.9,
  },
};

/**
 * What a stronger treatment of an image or a font has to save over a gentler one to be taken, so that it saves more than
 * what the lengths and places of other streams may cost: a stronger level is never larger by a byte.
 */
export const minGainBytes = 64;

/** A level and the gentler ones, the strongest first. */
export function levelsDownFrom(level: CompressionLevel): readonly CompressionLevel[] {
  return compressionLevels.slice(0, compressionLevels.indexOf(level) + 1).reverse();
}

/** The level before, or null for "no loss at all". */
export function gentlerLevel(level: CompressionLevel): CompressionLevel | null {
  return compressionLevels[compressionLevels.indexOf(level) - 1] ?? null;
}
