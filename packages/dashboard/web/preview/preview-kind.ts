import type { FileInfo } from '../data.ts';

/** How a file is shown. */
export type PreviewKind = 'pages' | 'picture' | 'word' | 'sheet' | 'text' | 'none';

/** Larger ones are only downloaded: a browser would stall over them. */
const maxShownBytes = 12 * 1024 * 1024;

export function previewKind({ mediaType, sizeBytes }: Pick<FileInfo, 'mediaType' | 'sizeBytes'>): PreviewKind {
  const type = mediaType.split(';', 1)[0]?.trim() ?? '';
  if (type === 'application/pdf') return 'pages';
  if (sizeBytes > maxShownBytes) return 'none';
  if (['image/png', 'image/jpeg', 'image/webp'].includes(type)) return 'picture';
  if (type.endsWith('wordprocessingml.document')) return 'word';
  if (type.endsWith('spreadsheetml.sheet')) return 'sheet';
  return type.startsWith('text/') || type === 'application/json' || type.endsWith('xhtml+xml') ? 'text' : 'none';
}
