import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dependencyFolder } from './dependency-folder.ts';

/**
 * The font that replaces `Times-Roman` in documents without it, as a CFF font that can be embedded (`FontFile3` with the
 * subtype `Type1C`).
 */
export async function readSerifFont(): Promise<Uint8Array> {
  return readFile(join(dependencyFolder('pdfjs-dist'), 'standard_fonts', 'FoxitSerif.pfb'));
}
