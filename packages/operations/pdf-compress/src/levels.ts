/** How much to compress, from the gentlest to the strongest. */
export const compressionLevels = ['low', 'medium', 'high'] as const;

export type CompressionLevel = (typeof compressionLevels)[number];

/** When images are scaled down, and how coarsely they are encoded. Resolutions are in pixels per inch as drawn. */
export interface LevelSettings {
  /** Images with a higher resolution than this are scaled down … */
  readonly scaleAboveDpi: number;
  /** … to this. */
  readonly targetDpi: number;
  /** The same two for bilevel images, whose edges need more. */
  readonly bilevelScaleAboveDpi: number;
  readonly bilevelTargetDpi: number;
  /** Quality of JPEG, 1–100. */
  readonly jpegQuality: number;
  /**
   * How far a colour of a drawing may change, of 255, to be merged with another; 0 for not at all. On twelve charts of the
   * corpus, 8 leaves two thirds of the bytes, 16 half and 24 hardly less.
   */
  readonly colorTolerance: number;
  /** Resolution and JPEG quality of the background of a scan in layers (MRC); null for no layers. */
  readonly background: { readonly dpi: number; readonly quality: number } | null;
  /**
   * The least mean similarity (SSIM, 0–1) of a page, drawn at low resolution. Below it, the images of the page are encoded as
   * on the next gentler level. Single blocks are bounded by how far their colour may change.
   */
  readonly minSimilarity: number;
  /** How far the mean colour of a block of a page with such images may change, of 255. */
  readonly maxLossyShift: number;
}

/** At the qualities of the levels: twice the bound of pages without such images. */
const maxLossyShift = 24;

export const levelSettings: Readonly<Record<CompressionLevel, LevelSettings>> = {
  low: {
    scaleAboveDpi: 250,
    targetDpi: 200,
    bilevelScaleAboveDpi: Number.POSITIVE_INFINITY,
    bilevelTargetDpi: 600,
    jpegQuality: 85,
    colorTolerance: 0,
    background: null,
    minSimilarity: 0.97,
    maxLossyShift,
  },
  medium: {
    scaleAboveDpi: 200,
    targetDpi: 144,
    bilevelScaleAboveDpi: 400,
    bilevelTargetDpi: 300,
    jpegQuality: 70,
    colorTolerance: 16,
    background: { dpi: 100, quality: 50 },
    minSimilarity: 0.95,
    maxLossyShift,
  },
  high: {
    scaleAboveDpi: 100,
    targetDpi: 96,
    bilevelScaleAboveDpi: 300,
    bilevelTargetDpi: 200,
    jpegQuality: 50,
    colorTolerance: 24,
    background: { dpi: 72, quality: 40 },
    minSimilarity: 0.9,
    maxLossyShift,
  },
};

/**
 * How different pages with JPEGs of a quality may be. On foreign files, qualities 20, 10, 5 and 1 changed a block by up to 16, 29,
 * 47 and 72, and pages were 0.84 similar at 10 and 0.56 at 1. Under tighter bounds a low quality is refused, and the file becomes
 * larger than with a high one.
 */
const qualityBounds = [
  { from: 70, minSimilarity: 0.95, maxLossyShift },
  { from: 50, minSimilarity: 0.9, maxLossyShift },
  { from: 25, minSimilarity: 0.85, maxLossyShift },
  { from: 10, minSimilarity: 0.7, maxLossyShift: 64 },
  { from: 1, minSimilarity: 0.5, maxLossyShift: 96 },
] as const;

/**
 * The least saving for which a stronger treatment of an image or a font is taken: more than the lengths and offsets of other
 * streams may grow by it, so that a stronger level is never larger by a byte.
 */
export const minGainBytes = 64;

/**
 * The settings of a level, with another quality of JPEG if one was asked for. What a lower quality than that of the level
 * changes is what was asked for: a page may be less similar by as much.
 */
export function settingsOf(level: CompressionLevel, jpegQuality: number | null): LevelSettings {
  const settings = levelSettings[level];
  if (jpegQuality === null) return settings;
  const background = settings.background === null ? null : { ...settings.background, quality: jpegQuality };
  const bounds = qualityBounds.find(({ from }) => jpegQuality >= from) ?? settings;
  const minSimilarity = Math.min(settings.minSimilarity, bounds.minSimilarity);
  return { ...settings, jpegQuality, background, minSimilarity, maxLossyShift: bounds.maxLossyShift };
}

/** A level and the gentler ones, the strongest first. */
export function levelsDownFrom(level: CompressionLevel): readonly CompressionLevel[] {
  return compressionLevels.slice(0, compressionLevels.indexOf(level) + 1).reverse();
}

/** The next gentler level; null for no loss at all. */
export function gentlerLevel(level: CompressionLevel): CompressionLevel | null {
  return compressionLevels[compressionLevels.indexOf(level) - 1] ?? null;
}
