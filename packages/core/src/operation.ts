import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import type { MediaType } from './media-type.ts';

/**
 * Checks the options of an operation and describes them as JSON Schema, as an object schema of zod 4 does. HTTP fields,
 * OpenAPI, command-line flags and forms are derived from it. Values may arrive as strings, as in a form, so fields of
 * numbers and booleans must accept strings. A field that the JSON Schema marks `writeOnly` is a secret.
 */
export type OptionsSchema<Options, Given = unknown> = {
  readonly '~standard': StandardSchemaV1.Props<Given, Options> & StandardJSONSchemaV1.Props<Given, Options>;
};

/** The time and memory that one job of an operation gets. */
export interface OperationLimits {
  /** Run time in milliseconds that every job gets. */
  readonly timeoutMs: number;
  /** Additional run time in milliseconds for each megabyte of input. */
  readonly timeoutMsPerMegabyte: number;
  /** Memory in bytes of one worker that runs the operation. */
  readonly memoryBytes: number;
}

/**
 * One conversion: the files that it accepts, its options, and its worker. It is plain data, and loading it loads no engine.
 * `Options` are the options of its worker, checked and complete. `Given` are the options of a call, which may all be left
 * out.
 */
export interface Operation<Options = unknown, Name extends string = string, Given = Partial<Options>> {
  /** The name, which is also the path in URLs, such as `pdf/merge`. */
  readonly name: Name;
  /** A short name for people: "Merge PDFs". */
  readonly title: string;
  /** One sentence that says what the operation does. */
  readonly description: string;
  /** Media types of the inputs, detected from the content. */
  readonly accepts: readonly MediaType[];
  /** Number of input files. If `max` is null, only the limits bound it. */
  readonly files: { readonly min: number; readonly max: number | null };
  readonly options: OptionsSchema<Options, Given>;
  /** The worker file: an ES module whose default export is a `defineWorker`. */
  readonly worker: URL;
  readonly limits: OperationLimits;
  /** True for an operation that changes sizes. Its jobs then report the size before and after. */
  readonly tellsSizes?: boolean;
  /** OCR languages that are installed now (Tesseract codes), for an operation that recognises text. */
  readonly languages?: () => Promise<readonly string[]>;
  /** Models of a second reader that are installed now, for an operation that recognises text. */
  readonly models?: () => Promise<readonly string[]>;
}

/** The properties of an operation. `limits` contains those that differ from the defaults. */
export type OperationDefinition<Options, Name extends string = string> = Omit<
  Operation<Options, Name>,
  'options' | 'limits'
> & {
  readonly options: OptionsSchema<Options>;
  readonly limits?: Partial<OperationLimits>;
};

const defaultOperationLimits: OperationLimits = {
  timeoutMs: 120_000,
  timeoutMsPerMegabyte: 10_000,
  memoryBytes: 2 * 1024 * 1024 * 1024,
};

const namePattern = /^[a-z][a-z0-9-]*(\/[a-z][a-z0-9-]*)?$/;

/**
 * Checks and completes a definition. Throws a TypeError if the name cannot be part of a URL. Calls are typed by the options
 * of the worker, or by your own type: `const pdfTitle: Operation<Checked, 'pdf/title', Given> = defineOperation(…)`.
 */
export function defineOperation<Options, const Name extends string, Given = Partial<Options>>(
  definition: OperationDefinition<Options, Name>,
): Operation<Options, Name, Given> {
  if (!namePattern.test(definition.name)) {
    throw new TypeError(`"${definition.name}" cannot name an operation: use lower-case segments such as "pdf/merge"`);
  }
  return {
    ...definition,
    options: definition.options as OptionsSchema<Options, Given>,
    limits: { ...defaultOperationLimits, ...definition.limits },
  };
}

/** The options of each operation, by its name. They type the calls of an engine. */
export type OptionsByName = Readonly<Record<string, object>>;

declare const optionsByName: unique symbol;

/** A list of operations whose type is a name for their options, so that types of engines stay short. */
export interface OperationList<Options extends OptionsByName> extends ReadonlyArray<OperationOf<Options>> {
  /** Exists for the compiler only. */
  readonly [optionsByName]: Options;
}

/** Any of the operations with these names and options. */
export type OperationOf<Options extends OptionsByName> = {
  readonly [Name in keyof Options & string]: Operation<unknown, Name, Options[Name]>;
}[keyof Options & string];

/**
 * The options of these operations, by name; each option may be left out. If the type of the list names no operation, any
 * name may have any options. The type is written out here so that editors show names and options of a host's list.
 */
export type OptionsOf<Operations extends readonly Operation[]> =
  Operations extends OperationList<infer Options>
    ? Options
    : {
        readonly [Each in Operations[number] as Each['name']]: Each extends Operation<unknown, string, infer Given>
          ? Given
          : never;
      };

/** The options of a call: those of the operation with this name, or of the operation that is passed as an object. */
export type OptionsFor<Target, Options extends OptionsByName> = Target extends keyof Options
  ? Options[Target]
  : Target extends Operation<unknown, string, infer Given>
    ? Given
    : never;
