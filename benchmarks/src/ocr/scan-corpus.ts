import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A scan with its true text. */
export interface CorpusScan {
  readonly id: string;
  readonly path: string;
  /** Null when it is not known. */
  readonly dpi: number | null;
  /** `synthetic`, `real` for pages of many kinds, or a kind of paper such as `receipt`. */
  readonly kind: string;
  /** Tesseract code. */
  readonly language: string;
  readonly truth: string;
  readonly group: string;
}

interface ManifestEntry {
  readonly id: string;
  readonly file: string;
  readonly gt: string;
  readonly lang: string;
  readonly kind: string;
  readonly variant?: string;
  readonly dpi: number | null;
}

/** The folder named by `PLATEN_CORPUS`, with `ocr/manifest.json` and `documents/docs/*.pdf` in it. */
export function corpusFolder(): string {
  const folder = process.env.PLATEN_CORPUS;
  if (folder === undefined || !existsSync(folder)) throw new Error('Set PLATEN_CORPUS to the folder of the corpus');
  return folder;
}

/** The scans of the corpus in languages that are installed. */
export async function readScans(installed: readonly string[]): Promise<readonly CorpusScan[]> {
  const folder = join(corpusFolder(), 'ocr');
  const entries = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as readonly ManifestEntry[];
  const readable = entries.filter(({ lang }) => installed.includes(lang));
  return Promise.all(
    readable.map(async (entry) => ({
      id: entry.id,
      path: join(folder, entry.file),
      dpi: entry.dpi,
      kind: entry.kind,
      language: entry.lang,
      truth: await readFile(join(folder, entry.gt), 'utf8'),
      group: groupOf(entry),
    })),
  );
}

/** `200skew2` is of the group "skew 2°"; a bare resolution is clean, or low. */
function groupOf({ kind, variant = '', id }: ManifestEntry): string {
  if (kind === 'real') return 'real scans';
  if (kind !== 'synthetic') return `${kind}s`;
  if (id.includes('_table_')) return 'tables';
  if (/^syn_(ar|he|zh)_/.test(id)) return variant === '200noise' ? 'other scripts, noise' : 'other scripts';
  const spoilt = /^\d+([a-z]+)(\d*)$/.exec(variant);
  if (spoilt === null) return Number(variant) <= 150 ? 'low resolution' : 'clean';
  const [, kindOfSpoiling = '', degrees = ''] = spoilt;
  const names: Readonly<Record<string, string>> = { skew: 'skew', rot: 'rotated', blurjpg: 'blur', fade: 'fade' };
  const name = names[kindOfSpoiling] ?? kindOfSpoiling;
  return degrees === '' ? name : `${name} ${degrees}°`;
}
