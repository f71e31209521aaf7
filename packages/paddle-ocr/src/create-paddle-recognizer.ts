import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { processingFailed } from '@platen/core';
import type { GreyRaster, RecognitionRequest, Recognizer } from '@platen/pdf-kit/ocr';
import { type Alphabet, alphabetOf, type ReadCharacter } from './ctc.ts';
import { detectText } from './detect-text.ts';
import { joinParts, regionParts } from './known-line.ts';
import { cutStrip, stripFrame } from './line-strip.ts';
import { isEastAsian, readsLanguages } from './model-languages.ts';
import { readModelMetadata } from './model-metadata.ts';
import { installedModels, type ModelRole } from './models.ts';
import { hasOnnxRuntime, loadOnnxRuntime, type ModelSession, type OnnxRuntime } from './onnx-runtime.ts';
import { orderLines } from './order-lines.ts';
import { pageBands } from './page-bands.ts';
import { pageTurn } from './page-turn.ts';
import { type PlacedLine, placeWords } from './place-words.ts';
import { readLine } from './read-line.ts';
import type { TextRegion } from './text-regions.ts';
import { recognition } from './thresholds.ts';

/** The options of a recognizer. */
export interface PaddleRecognizerOptions {
  /** Folders with the files of `knownModels`. Each file comes from the first folder that has it. */
  readonly modelFolders: readonly string[];
}

/** The key of the list of characters in the metadata of a recognition model. */
const charactersKey = 'character';

/**
 * Creates a recognizer that uses PP-OCR models. It reads languages in Latin letters, Chinese and Japanese. It rejects other
 * languages, and all languages while the models or a runtime are missing. If a call names places, lines elsewhere are
 * omitted. The models are loaded for the first page and kept. If the signal aborts, a call ends before the next band or
 * line.
 */
export function createPaddleRecognizer({ modelFolders }: PaddleRecognizerOptions): Recognizer {
  const models = createModels(modelFolders);
  return {
    async canRead(languages) {
      const { detection, recognition: reading } = await installedModels(modelFolders);
      return readsLanguages(languages) && detection !== null && reading !== null && hasOnnxRuntime();
    },
    async recognize(page, request) {
      const { languages, layout = 'page', signal, places, known = [] } = request;
      if (!readsLanguages(languages)) {
        throw processingFailed('internal', `PP-OCR models do not read ${languages.join('+')}`);
      }
      signal?.throwIfAborted();
      const bands = places === undefined ? null : pageBands(page, places, known);
      const regions = await detectText(await models.session('detection'), page, bands, signal);
      const reader = await models.session('recognition');
      const alphabet = await models.alphabet(isEastAsian(languages));
      return orderLines(await readRegions(reader, alphabet, page, regions, request), layout);
    },
    async detectOrientation(page, signal) {
      signal?.throwIfAborted();
      const regions = await detectText(await models.session('detection'), page);
      signal?.throwIfAborted();
      return pageTurn(await models.session('orientation'), page, regions);
    },
    close: models.close,
  };
}

async function readRegions(
  reader: ModelSession,
  alphabet: Alphabet,
  page: GreyRaster,
  regions: readonly TextRegion[],
  { signal, onProgress, known = [] }: Pick<RecognitionRequest, 'signal' | 'onProgress' | 'known'>,
): Promise<readonly PlacedLine[]> {
  const usualHeight = median(regions.map(({ length, height }) => Math.min(length, height)));
  const read = async (region: TextRegion) => {
    // A signal that was aborted meanwhile is told only when other work gets its turn.
    await setImmediate();
    signal?.throwIfAborted();
    const frame = stripFrame(region, runsDown(region, usualHeight));
    const characters = await readLine(reader, cutStrip(page, frame), alphabet);
    return isText(characters) ? placeWords(page, frame, characters) : null;
  };
  const lines: PlacedLine[] = [];
  for (const [index, region] of regions.entries()) {
    const parts = regionParts(region, known);
    const found: PlacedLine[] = [];
    for (const part of parts.unread) {
      const line = await read(part);
      if (line !== null) found.push(line);
    }
    const line = parts.known.length === 0 ? (found[0] ?? null) : joinParts(region, parts.known, found);
    if (line !== null) lines.push(line);
    onProgress?.((index + 1) / regions.length);
  }
  return lines;
}

function runsDown({ length, height }: TextRegion, usualHeight: number): boolean {
  return height >= recognition.verticalAspect * length && height > recognition.verticalLines * usualHeight;
}

function isText(characters: readonly ReadCharacter[]): boolean {
  const seen = characters.filter(({ text }) => text !== ' ');
  const sum = seen.reduce((total, { confidence }) => total + confidence, 0);
  return sum >= recognition.minLine * seen.length;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** The models of a recognizer, each opened when it is first needed. */
interface Models {
  session(role: ModelRole): Promise<ModelSession>;
  alphabet(eastAsian: boolean): Promise<Alphabet>;
  close(): Promise<void>;
}

function createModels(folders: readonly string[]): Models {
  let runtime: Promise<OnnxRuntime> | null = null;
  const sessions = new Map<ModelRole, Promise<ModelSession>>();
  const alphabets = new Map<boolean, Alphabet>();
  let characters = '';

  async function open(role: ModelRole): Promise<ModelSession> {
    const path = (await installedModels(folders))[role];
    if (path === null) throw processingFailed('internal', `The PP-OCR model for ${role} is not installed`);
    try {
      runtime ??= requireRuntime();
      const { open: openModel } = await runtime;
      const bytes = await readFile(path);
      if (role === 'recognition') characters = readModelMetadata(bytes).get(charactersKey) ?? '';
      return await openModel(bytes);
    } catch (cause) {
      throw processingFailed('internal', `The PP-OCR model for ${role} cannot be used`, { cause });
    }
  }

  return {
    session(role) {
      const known = sessions.get(role);
      if (known !== undefined) return known;
      const opened = open(role);
      sessions.set(role, opened);
      // What failed once is tried again: the model may have been added since.
      opened.catch(() => sessions.delete(role));
      return opened;
    },
    async alphabet(eastAsian) {
      await this.session('recognition');
      const alphabet = alphabets.get(eastAsian) ?? alphabetOf(characters, eastAsian);
      alphabets.set(eastAsian, alphabet);
      return alphabet;
    },
    async close() {
      const opened = [...sessions.values()];
      sessions.clear();
      for (const session of opened) await (await session.catch(() => null))?.close();
    },
  };
}

async function requireRuntime(): Promise<OnnxRuntime> {
  const runtime = await loadOnnxRuntime();
  if (runtime === null) throw new TypeError('neither onnxruntime-node nor onnxruntime-web is installed');
  return runtime;
}
