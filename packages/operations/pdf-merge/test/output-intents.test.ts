import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pdfText } from '../../../pdf-kit/test/objects/pdf-text.ts';
import { merge } from './merged.ts';

interface Colored {
  /** What the page draws. */
  readonly content: string;
  /** Components and bytes of the output profile. */
  readonly profile?: readonly [components: number, bytes: string];
  readonly resources?: string;
  /** The content of a form of the name /F. */
  readonly form?: string;
}

function file({ content, profile, resources = '', form = '' }: Colored): string {
  const folder = mkdtempSync(join(tmpdir(), 'platen-intents-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'colored.pdf');
  const [components, bytes] = profile ?? [0, ''];
  const intents = profile === undefined ? '' : '/OutputIntents[<</S/GTS_PDFX/DestOutputProfile 5 0 R>>]';
  const stream = (entries: string, data: string) => `<<${entries}/Length ${data.length}>>\nstream\n${data}\nendstream`;
  const objects = {
    1: `<</Type/Catalog/Pages 2 0 R${intents}>>`,
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<<${resources}/XObject<</F 6 0 R>>>>>>`,
    4: stream('', content),
    5: stream(`/N ${components}/Alternate/DeviceCMYK`, bytes),
    6: stream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]', form),
  };
  writeFileSync(path, pdfText(objects, '/Root 1 0 R'));
  return path;
}

const profileOf = (space: string, description: string) => `${' '.repeat(16)}${space}${description}`;
const inks = [4, profileOf('CMYK', 'coated')] as const;
const otherInks = [4, profileOf('CMYK', 'newspaper')] as const;
const wideRgb = [3, profileOf('RGB ', 'Adobe')] as const;
const srgb = [3, profileOf('RGB ', 'sRGB IEC61966-2.1')] as const;

test.each<[string, Colored, Colored]>([
  ['inks beside the output intent of a later file', { content: '0 0 0 1 k' }, { content: '', profile: inks }],
  ['inks of a form', { content: '/F Do', form: '0 1 0 0 K' }, { content: '', profile: inks }],
  ['inks of an inline image', { content: 'BI /W 1/H 1/BPC 8/CS/CMYK ID abcd EI' }, { content: '', profile: inks }],
  [
    'inks below a spot colour',
    { content: '', resources: '/ColorSpace<</S[/Separation/Gold/DeviceCMYK 5 0 R]>>' },
    { content: '', profile: inks },
  ],
  [
    'inks that are meant for another press',
    { content: '0 0 0 1 k', profile: inks },
    { content: '1 0 0 0 k', profile: otherInks },
  ],
  [
    'inks whose output intent is beside one of RGB',
    { content: '', profile: srgb },
    { content: '1 0 0 0 k', profile: inks },
  ],
  [
    'colours of a profile beside an output intent of a wider RGB',
    { content: '', resources: '/ColorSpace<</P[/ICCBased 5 0 R]>>' },
    { content: '', profile: wideRgb },
  ],
  ['RGB beside an output intent of a wider RGB', { content: '1 0 0 rg' }, { content: '', profile: wideRgb }],
])('%s may change their look, which is warned of', async (_which, one, other) => {
  const { warnings } = await merge([file(one), file(other)]);
  expect(warnings).toContain('OUTPUT_INTENT_CHANGED');
});

test.each<[string, Colored, Colored]>([
  ['RGB beside an output intent of inks', { content: '1 0 0 rg' }, { content: '', profile: inks }],
  ['RGB beside an output intent of sRGB', { content: '1 0 0 rg' }, { content: '', profile: srgb }],
  [
    'inks under the same output intent',
    { content: '0 0 0 1 k', profile: inks },
    { content: '0 0 0 1 k', profile: inks },
  ],
  ['inks without any output intent', { content: '0 0 0 1 k' }, { content: '0 0 0 1 k' }],
  ['a text that reads like the operator', { content: '(0 0 0 1 k) Tj' }, { content: '', profile: inks }],
])('%s keep their look', async (_which, one, other) => {
  const { warnings } = await merge([file(one), file(other)]);
  expect(warnings).not.toContain('OUTPUT_INTENT_CHANGED');
});
