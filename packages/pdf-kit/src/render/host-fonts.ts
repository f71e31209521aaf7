import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type FontFace, normalizeFontName, readFontFaces } from './font-file.ts';

/** A font that a document needs but does not contain. */
export interface FontRequest {
  readonly name: string;
  readonly weight: number;
  readonly italic: boolean;
  readonly serif: boolean;
  readonly fixedPitch: boolean;
  /** A Windows character set, such as 128 for Japanese. */
  readonly charset: number;
}

/** The fonts installed on this machine. */
export interface HostFonts {
  readonly faces: readonly FontFace[];
  /** The face that is closest to a request. Null if no face has the characters or, for Latin text, the name. */
  find(request: FontRequest): FontFace | null;
}

/** A character set: the bit of OS/2's ulCodePageRange1, and the normalized names of families made for it. */
interface Charset {
  readonly name: string;
  readonly codePage: number;
  readonly families: RegExp;
}

const westernFamilies = /^(liberation|dejavu|noto(sans|serif)$)/;

/** Windows character sets that PDFium's own fonts do not cover. */
export const hostCharsets: Readonly<Record<number, Charset>> = {
  128: { name: 'Japanese', codePage: 17, families: /jp$|gothic|mincho|ipa/ },
  129: { name: 'Korean', codePage: 19, families: /kr$|nanum|batang|malgun/ },
  134: { name: 'Simplified Chinese', codePage: 18, families: /sc$|simsun|simhei|wqy/ },
  136: { name: 'Traditional Chinese', codePage: 20, families: /tc$|mingliu|uming/ },
  161: { name: 'Greek', codePage: 3, families: westernFamilies },
  177: { name: 'Hebrew', codePage: 5, families: /(sans|serif)hebrew$|^dejavu/ },
  178: { name: 'Arabic', codePage: 6, families: /(naskh|sans)arabic$|^dejavu/ },
  204: { name: 'Cyrillic', codePage: 2, families: westernFamilies },
  222: { name: 'Thai', codePage: 16, families: /(sans|serif)thai$|^garuda|^norasi/ },
};

/** Fonts that many documents name and few machines have, and what has the same widths. */
const metricTwins: Readonly<Record<string, readonly string[]>> = {
  calibri: ['carlito'],
  cambria: ['caladea'],
  georgia: ['gelasio'],
  arialnarrow: ['liberationsansnarrow'],
  verdana: ['dejavusans'],
};

/** Reads the fonts in these folders, by default those of the system. Files that cannot be read are ignored. */
export function readHostFonts(folders: readonly string[] = fontFolders()): HostFonts {
  const faces = folders.flatMap(listFonts).flatMap(readFontFaces);
  return {
    faces,
    find(request) {
      const wanted = normalizeFontName(request.name);
      const named = [wanted, ...(metricTwins[wanted] ?? [])]
        .map((name) => faces.filter(({ names }) => names.includes(name)))
        .find((matches) => matches.length > 0);
      const charset = hostCharsets[request.charset];
      const covering = (candidates: readonly FontFace[]) =>
        charset === undefined ? candidates : candidates.filter((face) => covers(face, charset.codePage));
      const byName = covering(named ?? []);
      if (byName.length > 0) return closest(byName, request, /^/);
      return charset === undefined ? null : closest(covering(faces), request, charset.families);
    },
  };
}

/** The scripts that no face covers. Text in these scripts is missing if a file does not contain its font. */
export function missingScripts({ faces }: HostFonts): readonly string[] {
  return Object.values(hostCharsets)
    .filter(({ codePage }) => !faces.some((face) => covers(face, codePage)))
    .map(({ name }) => name);
}

/**
 * The folders that are searched for fonts: first those in `PLATEN_FONTS` (separated as in PATH), then those of the system.
 */
export function fontFolders(): readonly string[] {
  const own = (process.env.PLATEN_FONTS ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...own, ...systemFolders()];
}

function covers({ codePages }: FontFace, codePage: number): boolean {
  return ((codePages >>> codePage) & 1) === 1;
}

function systemFolders(): readonly string[] {
  switch (process.platform) {
    case 'win32':
      return [join(process.env.SystemRoot ?? 'C:\\Windows', 'Fonts')];
    case 'darwin':
      return ['/System/Library/Fonts', '/Library/Fonts', join(homedir(), 'Library/Fonts')];
    default:
      return [
        '/usr/share/fonts',
        '/usr/local/share/fonts',
        join(homedir(), '.local/share/fonts'),
        join(homedir(), '.fonts'),
      ];
  }
}

function listFonts(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ttf|otf|ttc|otc)$/i.test(name))
      .sort()
      .map((name) => join(folder, name));
  } catch {
    // Not every system has every folder.
    return [];
  }
}

/** The candidate with the smallest distance in style; ties go to the first, so that the choice is always the same. */
function closest(candidates: readonly FontFace[], request: FontRequest, families: RegExp): FontFace | null {
  let best: FontFace | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const face of candidates) {
    const distance = styleDistance(face, request, families);
    if (distance < bestDistance) [best, bestDistance] = [face, distance];
  }
  return best;
}

function styleDistance(face: FontFace, request: FontRequest, families: RegExp): number {
  const name = normalizeFontName(face.family);
  const serif = /serif|mincho|song|ming|batang|roman|times/.test(name) && !name.includes('sans');
  return (
    (families.test(name) ? 0 : 4000) +
    (serif === request.serif ? 0 : 2000) +
    (face.fixedPitch === request.fixedPitch ? 0 : 1000) +
    (face.italic === request.italic ? 0 : 500) +
    Math.abs(face.weight - request.weight) / 2
  );
}
