import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import type { MediaType } from './media-type.ts';

/**
 * Checks the options of an operation and describes them as JSON Schema: a zod 4 object is one. It is the only source
 * for HTTP fields, OpenAPI, command-line flags and forms. Values may arrive as strings (a form field is one), so
 * number and boolean fields coerce. A field marked `writeOnly` in the JSON Schema is a secret.
 */
export type OptionsSchema<Options> = {
  readonly '~standard': StandardSchemaV1.Props<unknown, Options> & StandardJSONSchemaV1.Props<unknown, Options>;
};

/** What one job of an operation is granted. */
export interface OperationLimits {
  /** Run time granted to any job. */
  readonly timeoutMs: number;
  /** Run time granted on top for each megabyte of input. */
  readonly timeoutMsPerMegabyte: number;
  /** Memory of one worker that runs it. */
  readonly memoryBytes: number;
}

/** One conversion: what it takes, its options, and the worker that does it. Plain data: loading it loads no engine. */
export interface Operation<Options = unknown, Name extends string = string> {
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
  readonly options: OptionsSchema<Options>;
  /** The worker file: an ES module whose default export is a `defineWorker`. */
  readonly worker: URL;
  readonly limits: OperationLimits;
  /** OCR languages installed now (Tesseract codes), for an operation that recognises text. */
  readonly languages?: () => Promise<readonly string[]>;
}

/** An operation with the limits it wants to differ from the defaults. */
export type OperationDefinition<Options, Name extends string = string> = Omit<Operation<Options, Name>, 'limits'> & {
  readonly limits?: Partial<OperationLimits>;
};

const defaultOperationLimits: OperationLimits = {
  timeoutMs: 120_000,
  timeoutMsPerMegabyte: 10_000,
  memoryBytes: 2 * 1024 * 1024 * 1024,
};

const namePattern = /^[a-z][a-z0-9-]*(\/[a-z][a-z0-9-]*)?$/;

/** Checks and completes a definition; throws a TypeError on a name that cannot be a URL segment. */
export function defineOperation<Options, const Name extends string>(
  definition: OperationDefinition<Options, Name>,
): Operation<Options, Name> {
  if (!namePattern.test(definition.name)) {
    throw new TypeError(`"${definition.name}" cannot name an operation: use lower-case segments such as "pdf/merge"`);
  }
  return { ...definition, limits: { ...defaultOperationLimits, ...definition.limits } };
}

/** Options by the name of their operation; calls of an engine take their types from it. */
export type OptionsByName = Readonly<Record<string, object>>;

/** The options of these operations, all optional, by name. For a list that is not a tuple, any name may have any options. */
export type OptionsOf<Operations extends readonly Operation[]> = {
  readonly [Each in Operations[number] as Each['name']]: Each extends Operation<infer Options>
    ? unknown extends Options
      ? Readonly<Record<string, unknown>>
      : Partial<Options>
    : never;
};
