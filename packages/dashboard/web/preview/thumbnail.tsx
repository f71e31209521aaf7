import type { FileInfo, PagePicture } from '../data.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { useData } from '../use-data.ts';
import { previewKind } from './preview-kind.ts';

/** A small picture of a file: its first page, itself, or the sign of its kind. */
export function Thumbnail({
  jobId,
  index,
  output,
}: {
  readonly jobId: string;
  readonly index: number;
  readonly output: FileInfo;
}) {
  const kind = previewKind(output);
  const base = `jobs/${jobId}/outputs/${index}`;
  const { data } = useData<{ pages: readonly PagePicture[] }>(kind === 'pages' ? `${base}/pages` : null);
  const image = kind === 'picture' ? `data/${base}/picture` : data?.pages[0]?.image;
  return (
    <span class="thumbnail" data-kind={kind}>
      {image === undefined ? <Icon name={signs[kind] ?? 'file'} /> : <img src={image} alt="" loading="lazy" />}
    </span>
  );
}

const signs: Readonly<Record<string, IconName>> = { word: 'word', sheet: 'excel', text: 'ocr' };
