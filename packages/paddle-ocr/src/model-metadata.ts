/** The field of `ModelProto` with the metadata, and the fields of its entries (onnx.proto of ONNX 1.18). */
const metadataField = 14;
const keyField = 1;
const valueField = 2;

/** How a field is stored (protocol buffers, "wire types"). */
const wire = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

/**
 * The metadata of a model in ONNX form, by key: ONNX Runtime for the web has no call for it. Throws a RangeError for bytes that
 * are no protocol buffer.
 */
export function readModelMetadata(model: Uint8Array): ReadonlyMap<string, string> {
  const text = new TextDecoder();
  const metadata = new Map<string, string>();
  for (const { field, bytes } of lengthDelimited(model)) {
    if (field !== metadataField) continue;
    const entry = new Map([...lengthDelimited(bytes)].map((part) => [part.field, text.decode(part.bytes)]));
    metadata.set(entry.get(keyField) ?? '', entry.get(valueField) ?? '');
  }
  return metadata;
}

interface DelimitedField {
  readonly field: number;
  readonly bytes: Uint8Array;
}

/** The fields of a message that have a length; others are passed over. */
function* lengthDelimited(message: Uint8Array): Generator<DelimitedField> {
  let at = 0;
  const readVarint = () => {
    let value = 0;
    for (let shift = 0; shift < 64; shift += 7) {
      const byte = message[at];
      if (byte === undefined) break;
      at += 1;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new RangeError('this is not an ONNX model');
  };
  while (at < message.length) {
    const tag = readVarint();
    const field = Math.floor(tag / 8);
    switch (tag % 8) {
      case wire.varint:
        readVarint();
        break;
      case wire.fixed64:
        at += 8;
        break;
      case wire.fixed32:
        at += 4;
        break;
      case wire.bytes: {
        const length = readVarint();
        if (at + length > message.length) throw new RangeError('this ONNX model is incomplete');
        yield { field, bytes: message.subarray(at, at + length) };
        at += length;
        break;
      }
      default:
        throw new RangeError('this is not an ONNX model');
    }
  }
}
