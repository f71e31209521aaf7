/** A grey picture, one byte a pixel. */
export interface Brightness {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}
