import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import type { MediaType } from './media-type.ts';

/**
 * Checks the options of an operation and describes them as JSON Schema: a zod 4 object is one. It is the only source
 * for HTTP fields, OpenAPI, command-line flags and forms. Values may arrive as strings (a form field is one), so
 * number and boolean fields coerce. A field marked `writeOnly` in the JSON Schema is a secret.
 */
export type OptionsSchema<Options, Given = unknown> = {
  readonly '~standard': StandardSchemaV1.Props<Given, Options> & StandardJSONSchemaV1.Props<Given, Options>;
};

/** The time and memory that one job of an operation gets. */
export interface OperationLimits {
  /** Run time granted to any job. */
  readonly timeoutMs: number;
  /** Run time granted on top for each megabyte of input. */
  readonly timeoutMsPerMegabyte: number;
  /** Memory of one worker that runs it. */
  readonly memoryBytes: number;
}

/**
 * One conversion: the files that it accepts, its options, and its worker. It is plain data, and loading it loads no engine.
 * `Options` are the options of its worker, checked and complete. `Given` are the options of a call, which may all be left
 * out.
 */
export interface Operation<Options = unknown, Name extends string = string, Given = Partial<Options>> {
  /** The URL segment, such as `pdf/merge`. */
  readonly name: Name;
  /** A short name for people: "Merge PDFs". */
  readonly title: string;
  /** One sentence on what comes out. */
  readonly description: string;
  /** Media types taken as input, detected from the content. */
  readonly accepts: readonly MediaType[];
  /** How many files; `max` null leaves it to the limits. */
  readonly files: { readonly min: number; readonly max: number | null };
  readonly options: OptionsSchema<Options, Given>;
  /** The worker file: an ES module whose default export is a `defineWorker`. */
  readonly worker: URL;
  readonly limits: OperationLimits;
  /** True for an operation about sizes: its jobs report the size before and after. */
  readonly tellsSizes?: boolean;
  /** OCR languages installed now (Tesseract codes), for an operation that recognises text. */
  readonly languages?: () => Promise<readonly string[]>;
  /** Models of a second reader installed now, for an operation that recognises text. */
  readonly models?: () => Promise<readonly string[]>;
}

/** An operation with the limits it wants to differ from the defaults. */
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
 * Checks and completes a definition; throws a TypeError on a name that cannot be a URL segment. Calls are typed by the
 * options of the worker, or by a type of your own: `const pdfTitle: Operation<Checked, 'pdf/title', Given> = defineOperation(…)`.
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

/** Options by the name of their operation; calls of an engine take their types from it. */
export type OptionsByName = Readonly<Record<string, object>>;

declare const optionsByName: unique symbol;

/** A list whose type names its operations and their options: types of engines stay as short as that name. */
export interface OperationList<Options extends OptionsByName> extends ReadonlyArray<OperationOf<Options>> {
  /** Exists for the compiler only. */
  readonly [optionsByName]: Options;
}

/** Any of the operations with these names and options. */
export type OperationOf<Options extends OptionsByName> = {
  readonly [Name in keyof Options & string]: Operation<unknown, Name, Options[Name]>;
}[keyof Options & string];

/**
 * The options of these operations by name, each of which may be left out. For a list whose type names no operation, any name
 * may have any options. Spelt out in place, the type of a host's own list is shown as names and options.
 */
export type OptionsOf<Operations extends readonly Operation[]> =
  Operations extends OperationList<infer Options>
    ? Options
    : {
        readonly [Each in Operations[number] as Each['name']]: Each extends Operation<unknown, string, infer Given>
          ? Given
          : never;
      };

/** The options of a call: those of the operation with this name, or of an operation that is given as an object. */
export type OptionsFor<Target, Options extends OptionsByName> = Target extends keyof Options
  ? Options[Target]
  : Target extends Operation<unknown, string, infer Given>
    ? Given
    : never;
