import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Numbers in rows of the last dimension, as models take and give them. */
export interface ModelArray {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

/** A model with one input and one output, ready to run. One call at a time. */
export interface ModelSession {
  run(input: ModelArray): Promise<ModelArray>;
  close(): Promise<void>;
}

/** What runs models. */
export interface OnnxRuntime {
  readonly name: 'onnxruntime-node' | 'onnxruntime-web';
  open(model: Uint8Array): Promise<ModelSession>;
}

/** The part of both packages that is used here (onnxruntime-common has their types). */
interface RuntimeModule {
  readonly env: { logLevel?: string; readonly wasm: { numThreads?: number } };
  readonly Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => RuntimeTensor;
  readonly InferenceSession: {
    create(model: Uint8Array, options: Readonly<Record<string, unknown>>): Promise<RuntimeSession>;
  };
}

interface RuntimeTensor {
  readonly data: Float32Array;
  readonly dims: readonly number[];
  dispose(): void;
}

interface RuntimeSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(inputs: Readonly<Record<string, RuntimeTensor>>): Promise<Readonly<Record<string, RuntimeTensor>>>;
  release(): Promise<void>;
}

/** Where the build copies `onnxruntime-web` to; not there beside the sources. */
const vendor = fileURLToPath(new URL('./vendor/onnxruntime-web', import.meta.url));

/**
 * The runtime of this process: `onnxruntime-node` where it is installed and can be loaded, which is three to four times as fast,
 * else `onnxruntime-web`: WebAssembly in the calling thread, for which a confined process needs no further right. Null if there
 * is neither.
 */
export async function loadOnnxRuntime(): Promise<OnnxRuntime | null> {
  const native = await import('onnxruntime-node' as string).then(moduleOf, () => null);
  if (native !== null) return runtimeOf('onnxruntime-node', native);
  const path = webRuntimePath();
  if (path === null) return null;
  const web = moduleOf(await import(pathToFileURL(path).href));
  web.env.wasm.numThreads = 1;
  return runtimeOf('onnxruntime-web', web);
}

/** Whether `loadOnnxRuntime` would find a runtime; loads none. */
export function hasOnnxRuntime(): boolean {
  return webRuntimePath() !== null || resolved('onnxruntime-node') !== null;
}

function webRuntimePath(): string | null {
  const installed = resolved('onnxruntime-web');
  const folder = existsSync(vendor) ? join(vendor, 'dist') : installed === null ? null : dirname(installed);
  return folder === null ? null : join(folder, 'ort.node.min.mjs');
}

function resolved(name: string): string | null {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return null;
  }
}

function moduleOf(imported: { readonly default?: RuntimeModule } & Partial<RuntimeModule>): RuntimeModule {
  return (imported.InferenceSession === undefined ? imported.default : imported) as RuntimeModule;
}

function runtimeOf(name: OnnxRuntime['name'], { env, Tensor, InferenceSession }: RuntimeModule): OnnxRuntime {
  // Warnings are about the optimisation of models, and go to the standard error of the host.
  env.logLevel = 'error';
  return {
    name,
    async open(model) {
      const session = await InferenceSession.create(model, {
        executionProviders: [name === 'onnxruntime-node' ? 'cpu' : 'wasm'],
        graphOptimizationLevel: 'all',
        // Pages run in parallel already.
        intraOpNumThreads: 1,
        interOpNumThreads: 1,
        // Inputs have many sizes: what is kept for one is of no use for the next.
        enableMemPattern: false,
        enableCpuMemArena: true,
        logSeverityLevel: 3,
      });
      const [inputName = ''] = session.inputNames;
      const [outputName = ''] = session.outputNames;
      return {
        async run({ data, dims }) {
          const input = new Tensor('float32', data, dims);
          const output = (await session.run({ [inputName]: input }))[outputName];
          if (output === undefined) throw new TypeError('the model has no output');
          const result = { data: output.data, dims: output.dims };
          input.dispose();
          return result;
        },
        close: () => session.release(),
      };
    },
  };
}
