import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDict, PDFHexString, PDFName, PDFNumber, PDFRawStream, PDFRef, PDFString } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { createInflateBudget, decodeStream, openPdf } from '../../src/objects.ts';
import { onePage, pdfText } from './pdf-text.ts';

const fixture = (name: string) => join(import.meta.dirname, '../fixtures', name);

describe('what is sound', () => {
  test('pages come in order, with what they inherit', async () => {
    const document = await openPdf(fixture('specimen.pdf'));
    expect(document.pages).toHaveLength(4);
    expect(document.pages.map(({ inherited }) => inherited.get(PDFName.Rotate)?.toString())).toEqual([
      undefined,
      undefined,
      '90',
      '90',
    ]);
    expect(document.repairs).toEqual([]);
  });

  test('every kind of object is read as it is written', async () => {
    const value =
      '[true null -1.5 +7 .25 4. (a\\(b\\)\\n(c)) <48 69> /A#20B /A#2320B /A#c3 5 0 R << /K [ 1 2 ] >> -- 6 0 R]';
    const document = await openPdf(pdfText({ ...onePage, 5: value }));
    const text = document.context.lookup(PDFRef.of(5))?.toString().replace(/\s+/g, ' ');
    expect(text).toBe(
      '[ true null -1.5 7 0.25 4 (a\\(b\\)\\n(c)) <4869> /A#20B /A#2320B /A#C3 5 0 R << /K [ 1 2 ] >> 0 6 0 R ]',
    );
  });

  test('an object stream and a cross-reference stream are read', async () => {
    const packed = '1 0 2 30 <</Type/Catalog/Pages 2 0 R>> <</Type/Pages/Kids[3 0 R]/Count 1>>';
    const first = packed.indexOf('<<');
    const header = `1 0 2 ${packed.indexOf('<<', first + 4) - first}`;
    const data = `${header.padEnd(first)}${packed.slice(first)}`;
    let body = '%PDF-1.5\n';
    const offsets: number[] = [];
    for (const object of [
      `3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>\nendobj\n`,
      `4 0 obj\n<</Type/ObjStm/N 2/First ${first}/Length ${data.length}>>\nstream\n${data}\nendstream\nendobj\n`,
    ]) {
      offsets.push(body.length);
      body += object;
    }
    const rows = [
      [0, 0, 0],
      [2, 4, 0],
      [2, 4, 1],
      [1, offsets[0] ?? 0, 0],
      [1, offsets[1] ?? 0, 0],
      [1, body.length, 0],
    ];
    const table = rows
      .map(([type = 0, second = 0, third = 0]) => String.fromCharCode(type, second >> 8, second & 255, third))
      .join('');
    const stream = `5 0 obj\n<</Type/XRef/Size 6/W[1 2 1]/Root 1 0 R/Length ${table.length}>>\nstream\n${table}\nendstream\nendobj\n`;
    const document = await openPdf(Buffer.from(`${body}${stream}startxref\n${body.length}\n%%EOF`, 'latin1'));
    expect(document.pages).toHaveLength(1);
    expect(document.repairs).toEqual([]);
  });

  test('what a newer revision says of an object holds', async () => {
    const original = pdfText(onePage).toString('latin1');
    const update = '3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 50 50]>>\nendobj\n';
    const table = `xref\n3 1\n${String(original.length).padStart(10, '0')} 00000 n \n`;
    const previous = original.lastIndexOf('xref\n0');
    const trailer = `trailer\n<</Size 5/Root 1 0 R/Prev ${previous}>>\nstartxref\n${original.length + update.length}\n%%EOF`;
    const document = await openPdf(Buffer.from(original + update + table + trailer, 'latin1'));
    expect(document.pages[0]?.dict.lookup(PDFName.MediaBox)?.toString()).toBe('[ 0 0 50 50 ]');
    expect(document.repairs).toEqual([]);
  });
});

describe('encryption', () => {
  test.each([
    ['encrypted-aes256.pdf', 'open'],
    ['encrypted-aes256.pdf', 'boss'],
    ['encrypted-aes128.pdf', 'geheim'],
    ['encrypted-aes128.pdf', 'boss'],
    ['owner-only-rc4.pdf', undefined],
  ])('%s opens with the password %s, strings and streams in clear', async (name, password) => {
    const document = await openPdf(fixture(name), { password });
    expect(document.encrypted).toBe(true);
    const budget = createInflateBudget(10_000);
    const contents = document.context
      .enumerateIndirectObjects()
      .flatMap(([, object]) => (object instanceof PDFRawStream ? [decodeStream(object, budget)] : []));
    expect(contents.some((bytes) => Buffer.from(bytes ?? []).includes('(Signed) Tj'))).toBe(true);
    const names = document.context.enumerateIndirectObjects().flatMap(([, object]) => {
      const value = object instanceof PDFDict ? object.get(PDFName.of('T')) : undefined;
      return value instanceof PDFHexString || value instanceof PDFString ? [value.decodeText()] : [];
    });
    expect(names).toEqual(['signature']);
  });

  test('one for the holders of certificates is encrypted, not damaged', async () => {
    const encrypt = '<</Filter/Adobe.PubSec/SubFilter/adbe.pkcs7.s5/V 4/Length 128>>';
    const bytes = pdfText(onePage, `/Encrypt ${encrypt}/ID[<00><00>]`);
    await expect(openPdf(bytes, { password: 'x', fileName: 'a.pdf' })).rejects.toMatchObject({
      code: 'PDF_ENCRYPTED',
      details: { reason: 'encryption_unsupported', fileName: 'a.pdf' },
    });
  });

  test('no password and a wrong one are told apart', async () => {
    const failure = (password?: string) =>
      openPdf(fixture('encrypted-aes256.pdf'), { password, fileName: 'a.pdf' }).catch((error: unknown) => error);
    expect(await failure()).toMatchObject({
      code: 'PDF_ENCRYPTED',
      details: { reason: 'password_required', fileName: 'a.pdf' },
    });
    expect(await failure('nope')).toMatchObject({ code: 'PDF_ENCRYPTED', details: { reason: 'password_incorrect' } });
  });
});

describe('repair', () => {
  test('a wrong cross-reference is rebuilt from the objects', async () => {
    const text = pdfText(onePage)
      .toString('latin1')
      .replace(/\d{10} 00000 n/g, '0000000020 00000 n');
    const document = await openPdf(Buffer.from(text, 'latin1'));
    expect(document.pages).toHaveLength(1);
    expect(document.repairs).toEqual(['cross-reference']);
  });

  test('a cross-reference that is a stream, whose length is a reference, is rebuilt', async () => {
    const bytes = pdfText({ ...onePage, 4: '<</Length 5 0 R>>\nstream\nq Q\nendstream', 5: '3' });
    const text = bytes.toString('latin1').replace(/startxref\n\d+/, `startxref\n${bytes.indexOf('4 0 obj')}`);
    const document = await openPdf(Buffer.from(text, 'latin1'));
    expect(document.pages).toHaveLength(1);
    expect(document.repairs).toEqual(['cross-reference']);
  });

  test('a file with its header beyond the first kilobyte is read, and so is one without any', async () => {
    const text = pdfText(onePage).toString('latin1');
    const late = await openPdf(Buffer.from(`${'mail header\n'.repeat(200)}${text}`, 'latin1'));
    expect([late.pages.length, late.repairs]).toEqual([1, ['header', 'cross-reference']]);
    const none = await openPdf(Buffer.from(text.replace('%PDF-1.7', '%none-17'), 'latin1'));
    expect([none.pages.length, none.repairs]).toEqual([1, ['header']]);
  });

  test('a file cut off in its middle gives the pages that are there', async () => {
    const bytes = readFileSync(fixture('specimen.pdf'));
    const document = await openPdf(bytes.subarray(0, Math.floor(bytes.length * 0.7)));
    expect(document.pages).toHaveLength(4);
    expect(document.repairs).toContain('cross-reference');
  });

  test('pages without a tree are found one by one, and what is lost is said', async () => {
    const text = pdfText({ ...onePage, 1: '<</Type/Catalog/Pages 9 0 R/X (/Outlines)>>' });
    const document = await openPdf(text);
    expect(document.pages).toHaveLength(1);
    expect(document.repairs).toEqual(['cross-reference', 'page-tree']);
    expect(document.lost).toEqual(['outline']);
    // What is written of the document has the page in its tree.
    expect(document.catalog.lookup(PDFName.of('Pages'))?.toString()).toContain('/Count 1');
    expect(document.pages[0]?.dict.get(PDFName.Parent)).toBe(document.catalog.get(PDFName.of('Pages')));
  });

  test('a wrong stream length is made good by its endstream', async () => {
    const document = await openPdf(pdfText({ ...onePage, 4: '<</Length 9999999999>>\nstream\nq Q\nendstream' }));
    expect(document.repairs).toEqual(['stream-length']);
    const stream = document.context.lookup(PDFRef.of(4));
    expect(stream instanceof PDFRawStream && Buffer.from(stream.contents).toString()).toBe('q Q');
  });

  test('bytes before the header are passed over', async () => {
    const document = await openPdf(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), pdfText(onePage)]));
    expect(document.pages).toHaveLength(1);
    expect(document.repairs).toEqual(['header']);
  });

  test('what cannot be read is handed to the rebuilder, and read from what it gives', async () => {
    const broken = Buffer.from('%PDF-1.7\nnothing here\n');
    const document = await openPdf(broken, { rebuild: () => Promise.resolve(pdfText(onePage)) });
    expect(document.repairs).toEqual(['rebuilt']);
    await expect(openPdf(broken)).rejects.toMatchObject({ details: { reason: 'damaged_file' } });
  });

  test('something else is not a PDF', async () => {
    await expect(openPdf(Buffer.from('GIF89a'))).rejects.toMatchObject({
      message: 'The file is not a PDF',
      details: { reason: 'damaged_file' },
    });
  });
});

describe('cycles', () => {
  test('a page tree that contains itself ends, and counts as repaired', async () => {
    const document = await openPdf(pdfText({ ...onePage, 2: '<</Type/Pages/Kids[2 0 R 3 0 R]/Count 2>>' }));
    expect(document.pages).toHaveLength(1);
    expect(document.repairs).toEqual(['page-tree']);
  });

  test('a page tree with what is no page, or that counts too few, is written anew with what its pages inherit', async () => {
    const bare = '<</Type/Page/Parent 2 0 R/Contents 4 0 R>>';
    for (const entries of ['/Kids[7 98 0 R 4 0 R 3 0 R]/Count 4', '/Kids[3 0 R]/Count 0']) {
      const tree = `<</Type/Pages${entries}/MediaBox[0 0 200 100]>>`;
      const document = await openPdf(pdfText({ ...onePage, 2: tree, 3: bare }));
      expect(document.pages).toHaveLength(1);
      expect(document.repairs).toEqual(['page-tree']);
      expect(document.pages[0]?.dict.get(PDFName.MediaBox)?.toString()).toBe('[ 0 0 200 100 ]');
      expect(document.catalog.lookup(PDFName.of('Pages'))?.toString()).toContain('/Count 1');
    }
  });

  test('a cross-reference that names itself as the previous one ends', async () => {
    const text = pdfText(onePage).toString('latin1');
    const looped = text.replace('/Root 1 0 R', `/Root 1 0 R/Prev ${text.lastIndexOf('xref\n0')}`);
    expect((await openPdf(Buffer.from(looped, 'latin1'))).pages).toHaveLength(1);
  });

  test('a stream whose length is itself is read to its endstream', async () => {
    const document = await openPdf(pdfText({ ...onePage, 4: '<</Length 4 0 R>>\nstream\nq Q\nendstream' }));
    expect(document.context.lookup(PDFRef.of(4))).toBeInstanceOf(PDFRawStream);
  });

  test('a number is a number however it is written', async () => {
    const document = await openPdf(pdfText({ ...onePage, 5: '[0--5 --3 1.2.3]' }));
    const values = document.context.lookup(PDFRef.of(5))?.toString();
    expect(values).toBe(`[ ${[0, -3, 1.2].map((value) => PDFNumber.of(value).toString()).join(' ')} ]`);
  });
});

test('pages whose encryption was lost with the rest of the file are not passed off as blank ones', async () => {
  const encrypted = readFileSync(fixture('encrypted-aes128.pdf'));
  const cut = encrypted.subarray(0, encrypted.indexOf('trailer', 0, 'latin1'));
  await expect(openPdf(cut)).rejects.toMatchObject({ details: { reason: 'damaged_file' } });
});

test('a stream without an end stops where the next object begins', async () => {
  const streams = Array.from({ length: 300 }, (_, at) => `${at + 10} 0 obj<</Length 9999>>stream\ndata ${at}\n`).join(
    '',
  );
  const page =
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page>>endobj';
  const bytes = Buffer.from(`%PDF-1.4\n${page}\n${streams}trailer<</Root 1 0 R>>`, 'latin1');
  const { context } = await openPdf(bytes);
  const found = context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFRawStream ? [object] : []));
  expect(found).toHaveLength(300);
  expect(Buffer.from(found[7]?.contents ?? []).toString('latin1')).toBe('data 7');
});
