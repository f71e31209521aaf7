import { join } from 'node:path';
import type { Figure } from '../benchmark.ts';
import { readers } from './copied-text.ts';
import { makeSearchable, type OcrBench } from './ocr-bench.ts';
import { readByOcrMyPdf } from './peer-programs.ts';
import { textError } from './text-error.ts';

const copiedScans = ['syn_en_serif_200', 'syn_zh_200', 'syn_ar_200', 'syn_he_200'];

/** Characters that three readers copy wrong, or in a wrong order, from the searchable PDF of a page. */
export async function copyFigures(bench: OcrBench): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const scan of bench.scans.filter(({ id }) => copiedScans.includes(id))) {
    const { id, path, language, truth } = scan;
    const ours = await makeSearchable(bench, path, id, language);
    await readByOcrMyPdf(scan, bench.folder);
    for (const [reader, copy] of Object.entries(readers)) {
      const error = async (pdf: string) => 100 * textError(await copy(pdf), truth, language).characters;
      figures.push({
        name: `${language} copied by ${reader}`,
        unit: '%',
        ours: await error(ours),
        peer: await error(join(bench.folder, `${id}.pdf`)),
        peerName: 'ocrmypdf',
      });
    }
  }
  return figures;
}
