import { expect, test } from 'vitest';
import { slimMap } from '../src/structure/slim-to-unicode.ts';

const head = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
`;
const tail = 'endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n';

function slim(entries: string): string | null {
  const bytes = slimMap(Buffer.from(head + entries + tail));
  return bytes === null ? null : Buffer.from(bytes).toString('latin1');
}

test('codes in a row become one range, those whose text rises by one without a list', () => {
  const text = slim(`8 beginbfchar
<0001> <0041>
<0002> <0042>
<0003> <0043>
<0010> <0066>
<0011> <00660069>
<0012> <0061>
<0013> <0078>
<0030> <D835DC00>
endbfchar
`);
  expect(text).toContain('2 beginbfrange\n<0001><0003><0041>\n<0010><0013>[<0066><00660069><0061><0078>]\nendbfrange');
  expect(text).toContain('1 beginbfchar\n<0030><d835dc00>\nendbfchar');
});

test('ranges end where the high byte of the code does, or the last byte of the text', () => {
  const text = slim('2 beginbfrange\n<00FC> <00FF> <00FA>\n<0100> <0103> <00FE>\nendbfrange\n');
  expect(text).toBeNull();
  expect(slim('2 beginbfrange\n<00FC> <00FF> <00FA>\n<0100> <0103> <00F0>\nendbfrange\n')).toContain(
    '2 beginbfrange\n<00fc><00ff><00fa>\n<0100><0103><00f0>\nendbfrange',
  );
});

test('blocks have a hundred entries at most', () => {
  const entries = Array.from({ length: 150 }, (_, index) => `<${(2 * index + 4096).toString(16)}> <0041>`);
  const text = slim(
    `100 beginbfchar\n${entries.slice(0, 100).join('\n')}\nendbfchar\n50 beginbfchar\n${entries.slice(100).join('\n')}\nendbfchar\n`,
  );
  expect([...(text ?? '').matchAll(/(\d+) beginbfchar/g)].map(([, count]) => count)).toEqual(['100', '50']);
});

test.each([
  ['codes of several lengths', '2 beginbfchar\n<01> <0041>\n<0002> <0042>\nendbfchar\n'],
  ['two texts for a code', '2 beginbfchar\n<0001> <0041>\n<0001> <0042>\nendbfchar\n'],
  ['another map to go by', '/Other usecmap\n1 beginbfchar\n<0001> <0041>\nendbfchar\n'],
  ['names for text', '1 beginbfchar\n<0001> /A\nendbfchar\n'],
])('a map with %s stays as it is', (_, entries) => {
  expect(slim(entries)).toBeNull();
});
