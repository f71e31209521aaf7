import { detectMediaType } from '@platen/core/internal';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const ascii = (text: string) => Buffer.from(text, 'latin1');

test.each([
  ['application/pdf', ascii('%PDF-1.7\n')],
  ['application/pdf', ascii(`${' '.repeat(1_000)}%PDF-1.4`)],
  ['image/jpeg', ascii('\xff\xd8\xff\xe0')],
  ['image/png', ascii('\x89PNG\r\n\x1a\n')],
  ['image/gif', ascii('GIF89a')],
  ['image/webp', ascii('RIFF\0\0\0\0WEBPVP8 ')],
  ['image/tiff', ascii('II*\0')],
  ['image/tiff', ascii('MM\0*')],
  ['image/avif', ascii('\0\0\0\x18ftypavif\0\0\0\0mif1avif')],
  ['image/heic', ascii('\0\0\0\x18ftypheic\0\0\0\0mif1heic')],
  ['image/jp2', ascii('\0\0\0\x0cjP  \r\n\x87\n\0\0\0\x14ftypjp2 ')],
  ['image/jp2', ascii('\xff\x4f\xff\x51\0\x2f')],
  ['image/bmp', ascii(`BM${'\0'.repeat(12)}\x28\0\0\0${'\0'.repeat(20)}`)],
  ['text/plain', ascii('date;amount\r\n2026-01-31;1\u00a0234,50\r\n')],
  ['text/plain', Buffer.from('\ufeffName,Straße\n')],
  ['text/plain', Buffer.from('\ufeffa\tb', 'utf16le')],
  ['text/plain', ascii('BMW makes cars and much else besides')],
  ['text/plain', ascii('<!DOCTYPE html><html><svg></svg></html>')],
  ['image/svg+xml', Buffer.from('\ufeff<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">', 'utf16le')],
  ['image/svg+xml', Buffer.from('\ufeff<svg>', 'utf16le').swap16()],
  ['text/plain', Buffer.from('\ufeffsvg', 'utf16le')],
  ['image/svg+xml', ascii('<?xml version="1.0"?>\n<!-- a -->\n<svg xmlns="http://www.w3.org/2000/svg">')],
])('%s is told by its content', (mediaType, head) => {
  expect(detectMediaType(head)).toBe(mediaType);
});

test.each([
  ['an archive', ascii('PK\x03\x04\x14\0\0\0')],
  ['a program', ascii('\x7fELF\x02\x01\x01\0')],
  ['a film', ascii('\0\0\0\x18ftypisom\0\0\0\0isommp41')],
  ['a PDF header too far in', ascii(`${' '.repeat(2_000)}%PDF-1.4\n\0`)],
  ['nothing', Buffer.alloc(0)],
])('%s is none of them', (_what, head) => {
  expect(detectMediaType(head)).toBeNull();
});

test('no bytes upset it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5_000 }), (head) => {
      detectMediaType(head);
    }),
    { seed: 20261121, numRuns: 500 },
  );
});
