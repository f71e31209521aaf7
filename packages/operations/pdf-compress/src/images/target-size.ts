import type { LevelSettings } from '../levels.ts';
import type { ImageTask } from './image-task.ts';

const pointsPerInch = 72;

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** The resolution of an image as drawn: that of the coarser direction. */
export function drawnDpi({ width, height }: PixelSize, drawnPt: { readonly width: number; readonly height: number }) {
  return Math.min((width * pointsPerInch) / drawnPt.width, (height * pointsPerInch) / drawnPt.height);
}

/** The size in pixels of an image at a resolution as drawn; at most its own size. */
export function sizeAtDpi({ drawnPt, width, height }: Pick<ImageTask, 'width' | 'height' | 'drawnPt'>, dpi: number) {
  const [across, down] = [drawnPt?.width ?? 0, drawnPt?.height ?? 0];
  return {
    width: Math.max(1, Math.min(width, Math.round((across * dpi) / pointsPerInch))),
    height: Math.max(1, Math.min(height, Math.round((down * dpi) / pointsPerInch))),
  };
}

/**
 * The size in pixels of an image on a level: its own, unless its resolution as drawn is above the limit of the level. The
 * coarser direction decides, so that neither falls below the target.
 */
export function targetSize(
  { width, height, drawnPt }: Pick<ImageTask, 'width' | 'height' | 'drawnPt'>,
  isBilevel: boolean,
  level: LevelSettings,
): PixelSize {
  const above = isBilevel ? level.bilevelScaleAboveDpi : level.scaleAboveDpi;
  const target = isBilevel ? level.bilevelTargetDpi : level.targetDpi;
  if (drawnPt === null || drawnPt.width <= 0 || drawnPt.height <= 0) return { width, height };
  const dpi = drawnDpi({ width, height }, drawnPt);
  if (dpi <= above) return { width, height };
  const scale = target / dpi;
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
