import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dependencyFolder } from './dependency-folder.ts';

/**
 * The font that is drawn for `Times-Roman` where a document does not bring its own, to be embedded in one: a CFF font, as
 * `FontFile3` with the subtype `Type1C`.
 */
export async function readSerifFont(): Promise<Uint8Array> {
  return readFile(join(dependencyFolder('pdfjs-dist'), 'standard_fonts', 'FoxitSerif.pfb'));
}
