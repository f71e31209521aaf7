/** An 8-bit grey image, one byte per pixel. */
export interface GrayImage {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}
