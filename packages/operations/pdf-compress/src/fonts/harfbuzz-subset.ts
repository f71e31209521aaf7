import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

export interface SubsetRequest {
  /** The glyph IDs to keep, besides the components of these glyphs. */
  readonly glyphs: Iterable<number>;
  /** Keeps the glyph IDs: removed glyphs become empty. */
  readonly retainGlyphIds: boolean;
  /** Drops instructions and stem hints. */
  readonly dropHints: boolean;
  /** Tables to leave out, and tables to take over as they are. */
  readonly dropTables?: readonly string[];
  readonly keepTables?: readonly string[];
}

/** Subsets a TrueType or OpenType font. Null if HarfBuzz cannot read it. */
export type FontSubsetter = (font: Uint8Array, request: SubsetRequest) => Uint8Array | null;

/** The functions of hb-subset.h this module calls; handles and addresses are numbers. */
type HarfbuzzFunction = (...args: number[]) => number;
interface Harfbuzz {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly call: (name: string, ...args: number[]) => number;
}

/** The part of WebAssembly used here: Node's own types leave it to the DOM library. */
interface WasmRuntime {
  instantiate(
    bytes: Uint8Array,
  ): Promise<{ readonly instance: { readonly exports: Readonly<Record<string, unknown>> } }>;
  readonly RuntimeError: ErrorConstructor;
}
const { WebAssembly: wasm } = globalThis as unknown as { readonly WebAssembly: WasmRuntime };

/** hb_subset_flags_t and hb_subset_sets_t. */
const flags = { noHinting: 0x01, retainGlyphIds: 0x02, notdefOutline: 0x40, noLayoutClosure: 0x200 };
const sets = { noSubsetTables: 2, dropTables: 3 };
const writableMemory = 2;

let loading: Promise<FontSubsetter> | null = null;

/** Loads the subset build of HarfBuzz, once for the process. */
export function loadFontSubsetter(): Promise<FontSubsetter> {
  loading ??= instantiate().then(createSubsetter);
  return loading;
}

async function instantiate(): Promise<Harfbuzz> {
  const require = createRequire(import.meta.url);
  const path = require.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm');
  const { instance } = await wasm.instantiate(await readFile(path));
  const call = (name: string, ...args: number[]) => {
    const target = instance.exports[name];
    if (typeof target !== 'function') throw new TypeError(`HarfBuzz has no ${name}`);
    return (target as HarfbuzzFunction)(...args);
  };
  call('_initialize');
  return { memory: instance.exports.memory as Harfbuzz['memory'], call };
}

function createSubsetter({ memory, call }: Harfbuzz): FontSubsetter {
  return (font, request) => {
    const address = call('malloc', font.length);
    if (address === 0) return null;
    new Uint8Array(memory.buffer).set(font, address);
    const blob = call('hb_blob_create', address, font.length, writableMemory, 0, 0);
    const face = call('hb_face_create', blob, 0);
    const input = call('hb_subset_input_create_or_fail');
    try {
      fillInput(input, request);
      const subset = call('hb_subset_or_fail', face, input);
      return subset === 0 ? null : takeFont(subset);
    } catch (error) {
      // A malformed font that traps stays whole. Anything else is a bug of this module.
      if (error instanceof wasm.RuntimeError) return null;
      throw error;
    } finally {
      call('hb_subset_input_destroy', input);
      call('hb_face_destroy', face);
      call('hb_blob_destroy', blob);
      call('free', address);
    }
  };

  function fillInput(input: number, request: SubsetRequest): void {
    const glyphSet = call('hb_subset_input_glyph_set', input);
    for (const glyph of request.glyphs) call('hb_set_add', glyphSet, glyph);
    let chosen = flags.notdefOutline | flags.noLayoutClosure;
    if (request.retainGlyphIds) chosen |= flags.retainGlyphIds;
    if (request.dropHints) chosen |= flags.noHinting;
    call('hb_subset_input_set_flags', input, chosen);
    addTags(call('hb_subset_input_set', input, sets.dropTables), request.dropTables);
    addTags(call('hb_subset_input_set', input, sets.noSubsetTables), request.keepTables);
  }

  function addTags(set: number, tags: readonly string[] = []): void {
    for (const tag of tags) call('hb_set_add', set, Buffer.from(tag, 'latin1').readUInt32BE(0));
  }

  function takeFont(subset: number): Uint8Array | null {
    const blob = call('hb_face_reference_blob', subset);
    const start = call('hb_blob_get_data', blob, 0);
    const font = new Uint8Array(memory.buffer).slice(start, start + call('hb_blob_get_length', blob));
    call('hb_blob_destroy', blob);
    call('hb_face_destroy', subset);
    return font.length === 0 ? null : font;
  }
}
