import type { OptionsSchema } from '@platen/core';

interface EchoOptions {
  readonly fail: boolean;
}

const jsonSchema = () => ({
  type: 'object',
  properties: { fail: { type: 'boolean', description: 'Whether to fail', default: false } },
});

/** A schema by hand: an operation needs no zod. */
export const echoOptions: OptionsSchema<EchoOptions> = {
  '~standard': {
    version: 1,
    vendor: 'platen-test',
    jsonSchema: { input: jsonSchema, output: jsonSchema },
    validate(value) {
      const { fail = false } = value as { readonly fail?: unknown };
      return typeof fail === 'boolean' ? { value: { fail } } : { issues: [{ message: 'fail is true or false' }] };
    },
  },
};
