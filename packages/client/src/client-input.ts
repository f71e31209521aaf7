/** The bytes of a file. In Node, use `await openAsBlob(path)` of `node:fs`: it reads the file while it is sent. */
export type FileData = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/** Outputs of a completed job of the same owner as inputs: all of them, or one. Nothing is downloaded. */
export interface JobOutput {
  readonly jobId: string;
  /** Number of the output, from 1; all outputs by default. */
  readonly output?: number;
}

/** A file to convert. A `File` has a name. Give other inputs a name; otherwise, the file is named `file`. */
export type ClientInput = FileData | { readonly fileName: string; readonly data: FileData } | JobOutput;

/** A file of a form. `body` is a stream when the bytes can be read only once. */
export interface FilePart {
  readonly fileName: string;
  readonly body: Blob | ReadableStream<Uint8Array>;
}

/** A field of a form that stands among its files: `from`. */
export interface ReferencePart {
  readonly from: string;
}

/** Inputs as parts of a form. */
export function fileParts(inputs: ClientInput | readonly ClientInput[]): readonly (FilePart | ReferencePart)[] {
  const list = isList(inputs) ? inputs : [inputs];
  return list.map((input) => {
    if ('jobId' in input) return { from: input.output === undefined ? input.jobId : `${input.jobId}/${input.output}` };
    if (isNamed(input)) return { fileName: input.fileName, body: bodyOf(input.data) };
    const fileName = 'name' in input && typeof input.name === 'string' ? input.name : 'file';
    return { fileName, body: bodyOf(input) };
  });
}

function isList(inputs: ClientInput | readonly ClientInput[]): inputs is readonly ClientInput[] {
  return Array.isArray(inputs);
}

function isNamed(
  input: Exclude<ClientInput, JobOutput>,
): input is { readonly fileName: string; readonly data: FileData } {
  return 'data' in input;
}

function bodyOf(data: FileData): Blob | ReadableStream<Uint8Array> {
  return data instanceof Blob || data instanceof ReadableStream ? data : new Blob([data]);
}
