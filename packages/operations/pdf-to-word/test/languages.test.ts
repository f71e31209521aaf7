import { describe, expect, test } from 'vitest';
import { detectLanguages } from '../../../flow-document/src/analysis/text/languages.ts';
import { convertDrawn, setProse } from './docx.ts';

const german =
  'Der Mieter ist verpflichtet, die Räume pfleglich zu behandeln und sie nach Ablauf der Mietzeit in ordnungsgemäßem Zustand zurückzugeben.';
const english =
  'The tenant shall keep the premises in good order and shall return them in the condition in which they were received.';
const french =
  "Le preneur s'engage à maintenir les lieux en bon état et à les restituer à la fin du bail dans l'état où il les a reçus.";

describe('the language of a document', () => {
  test('is that of its text, whatever the file declares', async () => {
    expect((await detectLanguages([german, german], null)).document).toBe('de-DE');
    expect((await detectLanguages([french], 'en-US')).document).toBe('fr-FR');
  });

  test('keeps the region the file declares', async () => {
    expect((await detectLanguages([german], 'de-AT')).document).toBe('de-AT');
    expect((await detectLanguages([english], 'en-GB')).document).toBe('en-GB');
  });

  test('is the declared one where the text says too little, and English where nothing does', async () => {
    expect((await detectLanguages(['12.50', 'OK'], 'nl')).document).toBe('nl');
    expect((await detectLanguages(['12.50'], null)).document).toBe('en-US');
    expect((await detectLanguages(['12.50'], 'no tag at all')).document).toBe('en-US');
  });
});

test('Norwegian is named as Word knows it', async () => {
  const norwegian =
    'Som avslutning på studiet skal studentene gjennomføre et prosjekt for en oppdragsgiver, og de kan velge temaet fritt.';
  expect((await detectLanguages([norwegian], null)).document).toBe('nb-NO');
});

describe('foreign paragraphs', () => {
  test('say their language, and the others theirs', async () => {
    const languages = await detectLanguages([english, english, german], null);
    expect(languages.ofParagraph(german)).toBe('de-DE');
    expect(languages.ofParagraph(english)).toBe('en-US');
  });

  test('a document in one language says it once', async () => {
    const languages = await detectLanguages([german, 'Anlage A'], null);
    expect(languages.ofParagraph(german)).toBeNull();
  });
});

test('the styles of a document carry its language', async () => {
  const { parts, xml } = await convertDrawn([
    (page, { regular }) => {
      setProse(page, regular, `${german} ${german}`, 40, 60, 300);
    },
  ]);
  expect(parts.get('word/styles.xml')).toContain('<w:lang w:val="de-DE"/>');
  expect(xml).not.toContain('w:lang');
});
