import { expect, test } from 'vitest';
import { readModelMetadata } from '../src/model-metadata.ts';

const encoder = new TextEncoder();

/** A field with a length, which must be below 128. */
function field(number: number, content: Uint8Array): number[] {
  return [...varint(number * 8 + 2), content.length, ...content];
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

function entry(key: string, value: string): Uint8Array {
  return Uint8Array.from([...field(1, encoder.encode(key)), ...field(2, encoder.encode(value))]);
}

test('the metadata of a model is read past its other fields', () => {
  const model = Uint8Array.from([
    ...[1 * 8, 0x88, 0x27], // ir_version
    ...field(2, encoder.encode('producer')),
    ...[3 * 8 + 1, 0, 0, 0, 0, 0, 0, 0, 0],
    ...[4 * 8 + 5, 0, 0, 0, 0],
    ...field(14, entry('character', 'a\nb\nü')),
    ...field(14, entry('dictionary', 'x')),
  ]);
  expect([...readModelMetadata(model)]).toEqual([
    ['character', 'a\nb\nü'],
    ['dictionary', 'x'],
  ]);
});

test.each([
  ['this ONNX model is incomplete', [14 * 8 + 2, 100, 1, 2]],
  ['this is not an ONNX model', [7]],
  ['this is not an ONNX model', [0x80]],
])('bytes are refused with "%s"', (message, bytes) => {
  expect(() => readModelMetadata(Uint8Array.from(bytes))).toThrow(message);
});
