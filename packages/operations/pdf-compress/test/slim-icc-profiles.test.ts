import { deflateSync } from 'node:zlib';
import { decodeData } from '@platen/pdf-kit/objects';
import { PDFRawStream, type PDFRef } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { slimIccProfiles } from '../src/structure/slim-icc-profiles.ts';
import { createTestPdf } from './build-pdf.ts';

/** A profile of the given tags, without a gap. */
function makeProfile(space: string, connectionSpace: string, tags: Readonly<Record<string, Buffer>>): Buffer {
  const names = Object.keys(tags);
  const header = Buffer.alloc(132 + 12 * names.length);
  header.write(`mntr${space}${connectionSpace}`, 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  header.writeUInt32BE(names.length, 128);
  let offset = header.length;
  names.forEach((name, index) => {
    header.write(name, 132 + 12 * index, 'latin1');
    header.writeUInt32BE(offset, 136 + 12 * index);
    header.writeUInt32BE(tags[name]?.length ?? 0, 140 + 12 * index);
    offset += tags[name]?.length ?? 0;
  });
  return Buffer.concat([header, ...Object.values(tags)]);
}

function makeCurve(count: number, value: (at: number) => number): Buffer {
  const curve = Buffer.alloc(12 + 2 * count);
  curve.write('curv', 0, 'latin1');
  curve.writeUInt32BE(count, 8);
  for (let index = 0; index < count; index += 1) {
    curve.writeUInt16BE(Math.round(value(index / (count - 1)) * 0xffff), 12 + 2 * index);
  }
  return curve;
}

function slim(profile: Buffer, ownEntries: (ref: PDFRef) => Record<string, unknown> = () => ({})): Buffer {
  const pdf = createTestPdf();
  const ref = pdf.stream({ N: 3 }, profile);
  pdf.object(['ICCBased', ref]);
  pdf.object(ownEntries(ref));
  slimIccProfiles(pdf.context);
  const stream = pdf.context.lookup(ref);
  if (!(stream instanceof PDFRawStream)) throw new Error('the profile is gone');
  return Buffer.from(decodeData(stream, { maxBytes: 1e6 })?.bytes ?? []);
}

function tagOf(profile: Buffer, name: string): Buffer | null {
  for (let at = 132; at < 132 + 12 * profile.readUInt32BE(128); at += 12) {
    const offset = profile.readUInt32BE(at + 4);
    if (profile.toString('latin1', at, at + 4) === name)
      return profile.subarray(offset, offset + profile.readUInt32BE(at + 8));
  }
  return null;
}

const gammaOfSrgb = (at: number) => (at <= 0.04045 ? at / 12.92 : ((at + 0.055) / 1.055) ** 2.4);

describe('colour profiles', () => {
  const noise = Buffer.from(Array.from({ length: 900 }, (_, index) => (Math.imul(index, 0x9e3779b1) >>> 16) % 256));
  const srgb = makeProfile('RGB ', 'XYZ ', {
    rTRC: makeCurve(1024, gammaOfSrgb),
    dmnd: noise,
    wtpt: Buffer.alloc(20, 1),
  });

  test('keep the curve to a quarter of a step of 8 bits, and what no conversion reads goes', () => {
    const result = slim(srgb);
    const curve = tagOf(result, 'rTRC') ?? Buffer.alloc(0);
    const points = curve.readUInt32BE(8);
    expect(points).toBeLessThan(130);
    for (let index = 0; index < points; index += 1) {
      const value = curve.readUInt16BE(12 + 2 * index) / 0xffff;
      const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
      expect(Math.abs(encoded - index / (points - 1))).toBeLessThan(1 / 1024);
    }
    expect(tagOf(result, 'dmnd')).toBeNull();
    expect(tagOf(result, 'wtpt')).toEqual(Buffer.alloc(20, 1));
    expect(deflateSync(result).length).toBeLessThan(deflateSync(srgb).length / 2);
  });

  test('with a curve that jumps keep all its points', () => {
    const jumping = makeCurve(1024, (at) => (at < 0.33 ? 0 : 1));
    const result = slim(makeProfile('RGB ', 'XYZ ', { rTRC: jumping, dmnd: noise }));
    expect(tagOf(result, 'rTRC')).toEqual(jumping);
  });

  test('with tables that lead to Lab keep their values to an eighth of a step of 8 bits', () => {
    const table = Buffer.alloc(52 + 2 * 3 * 2 + 2 * 3 * 8 + 2 * 3 * 2);
    table.write('mft2', 0, 'latin1');
    table.set([3, 3, 2], 8);
    table.writeUInt16BE(2, 48);
    table.writeUInt16BE(2, 50);
    for (let at = 52; at < table.length; at += 2) table.writeUInt16BE((at * 977) % 0xffff, at);
    const result = tagOf(slim(makeProfile('RGB ', 'Lab ', { A2B0: table, dmnd: noise })), 'A2B0') ?? Buffer.alloc(0);
    expect(result.length).toBe(table.length);
    const differences = Array.from({ length: (table.length - 52) / 2 }, (_, index) =>
      Math.abs(result.readUInt16BE(52 + 2 * index) - table.readUInt16BE(52 + 2 * index)),
    );
    expect(Math.max(...differences)).toBeGreaterThan(0);
    expect(Math.max(...differences)).toBeLessThanOrEqual(63);
    expect(differences.slice(0, 6).every((difference) => difference === 0)).toBe(true);
    const withXyz = makeProfile('RGB ', 'XYZ ', { A2B0: table, dmnd: noise });
    expect(tagOf(slim(withXyz), 'A2B0')).toEqual(table);
  });

  test('of four inks keep the tables that black point compensation reads', () => {
    const table = Buffer.concat([Buffer.from('mft2'), noise]);
    const other = noise.map((value, at) => (value * 7 + at * at) % 256);
    const profile = makeProfile('CMYK', 'Lab ', {
      A2B0: table,
      B2A0: table,
      B2A1: noise,
      gamt: noise,
      dmnd: Buffer.from(other),
    });
    const result = slim(profile);
    expect(tagOf(result, 'B2A0')).toEqual(table);
    for (const name of ['B2A1', 'gamt']) expect(tagOf(result, name)).toEqual(noise);
    expect(tagOf(result, 'dmnd')).toBeNull();
  });

  test('that colours are converted to stay as they are', () => {
    expect(slim(srgb, (ref) => ({ Type: 'OutputIntent', DestOutputProfile: ref }))).toEqual(srgb);
  });
});
