import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ErrorCode, FailureReason, Limits, Operation } from '@platen/core';
import { describe, expect, test } from 'vitest';
import { loadEntry, type OperationInput, type OperationRun, runOperation } from './run-operation.ts';
import { suiteDeadline } from './subject.ts';

type Files = () => readonly OperationInput[] | Promise<readonly OperationInput[]>;

/** The inputs and options of one call. Options are unchecked, as a client sends them. */
export interface OperationSample {
  /** The name of the test, such as "two files with bookmarks". */
  readonly name: string;
  readonly inputs: Files;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly limits?: Partial<Limits>;
}

/** A sample that completes. */
export interface GoodSample extends OperationSample {
  /** Checks the outputs. */
  check?(run: OperationRun): Promise<void> | void;
}

/** A sample that fails, with its error. */
export interface BadSample extends OperationSample {
  readonly code: ErrorCode;
  /** The expected `details.reason`, if the code has one. */
  readonly reason?: FailureReason | 'password_required' | 'password_incorrect' | 'encryption_unsupported';
}

/** The samples for the rules of an operation. */
export interface OperationSamples {
  readonly good: readonly GoodSample[];
  /** Samples that fail. Add a damaged and a hostile file. */
  readonly bad: readonly BadSample[];
}

/** Every rule of an operation: about its definition, its options as JSON Schema, its worker, its outputs and its errors. */
export function operationSuite(operation: Operation, { good, bad }: OperationSamples): void {
  describe(`${operation.name}: definition`, suiteDeadline, () => {
    test('says what it takes and for how long it may run', () => {
      expect(operation.title).not.toBe('');
      expect(operation.description).toMatch(/^[A-Z].*\.$/);
      expect(operation.accepts.length).toBeGreaterThan(0);
      expect(operation.files.min).toBeGreaterThanOrEqual(1);
      expect(operation.files.max ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(operation.files.min);
      expect(operation.limits.timeoutMs).toBeGreaterThan(0);
      expect(operation.limits.memoryBytes).toBeGreaterThan(0);
    });

    test('describes its options as JSON Schema, each with a description', () => {
      const schema = operation.options['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
      expect(schema.type).toBe('object');
      for (const [name, field] of Object.entries(schema.properties ?? {})) {
        expect(field, `the option ${name}`).toHaveProperty('description');
      }
    });

    test('every option has a default or may be left out', async () => {
      const result = await operation.options['~standard'].validate({});
      expect(result.issues).toBeUndefined();
    });

    test('its worker file is there and exports a defineWorker', async () => {
      await access(fileURLToPath(operation.worker), constants.R_OK);
      expect(typeof (await loadEntry(operation))).toBe('function');
    });
  });

  describe(`${operation.name}: conversions`, suiteDeadline, () => {
    test.each(good)('$name', async ({ inputs, options, limits, check }) => {
      const run = await runOperation(operation, await inputs(), options, limits);
      expect(run.outputs.length).toBeGreaterThan(0);
      for (const { fileName, mediaType, bytes } of run.outputs) {
        expect(fileName).toMatch(/^[^/\\\0]+\.[a-z0-9]+$/i);
        expect(mediaType).toMatch(/^[\w.+-]+\/[\w.+-]+$/);
        expect(bytes.byteLength).toBeGreaterThan(0);
      }
      expect(new Set(run.outputs.map(({ fileName }) => fileName)).size).toBe(run.outputs.length);
      for (const fraction of run.progress) {
        expect(fraction).toBeGreaterThanOrEqual(0);
        expect(fraction).toBeLessThanOrEqual(1);
      }
      for (const { code } of run.warnings) expect(code).toMatch(/^[A-Z][A-Z_]+$/);
      await check?.(run);
    });
  });

  describe(`${operation.name}: errors`, suiteDeadline, () => {
    test.each(bad)('$name: $code $reason', async ({ inputs, options, limits, code, reason }) => {
      const run = runOperation(operation, await inputs(), options, limits);
      const error: unknown = await run.then(
        () => 'it came out without an error',
        (thrown: unknown) => thrown,
      );
      expect(error).toMatchObject({ code, ...(reason === undefined ? {} : { details: { reason } }) });
      // What a user may see: no path, no stack.
      expect(String(error)).not.toMatch(/node_modules|file:\/\/|\n\s+at |\/tmp\//);
    });
  });
}
