import { standardOperations } from '@platen/standard';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { describeSurface } from '../src/openapi.ts';

/** What the test reads of the description of a submission. */
interface Described {
  readonly paths: {
    readonly [path: string]: {
      readonly post: {
        readonly requestBody: {
          readonly content: {
            readonly 'multipart/form-data': {
              readonly schema: object;
              readonly example: { readonly file?: string; readonly files?: readonly string[] };
            };
          };
        };
      };
    };
  };
}

const document = describeSurface([], { manage: true });
const described = describeSurface(standardOperations) as unknown as Described;

const examples = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { responses }]) =>
    Object.entries(responses as object).flatMap(([status, { content }]) => {
      const { schema, example } = content?.['application/json'] ?? {};
      return schema === undefined ? [] : [{ name: `${method} ${path} ${status}`, schema, example }];
    }),
  ),
);

test.each(examples)('the example of $name is one that its schema allows', ({ schema, example }) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  const validate = ajv.compile({ $ref: `document${schema.$ref}` });
  expect(validate(example), ajv.errorsText(validate.errors)).toBe(true);
});

const forms = standardOperations.map(({ name }) => {
  const form = described.paths[`/api/v1/${name}`]?.post.requestBody.content['multipart/form-data'];
  return { name, ...form };
});

test.each(forms)(
  'the example of a submission to $name is one that its schema and the operation allow',
  async (form) => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { binary: true } });
    const validate = ajv.compile(form.schema ?? false);
    expect(validate(form.example), ajv.errorsText(validate.errors)).toBe(true);
    const { file, files, ...options } = form.example ?? {};
    expect(file ?? files?.[0]).toMatch(/bytes/);
    const operation = standardOperations.find(({ name }) => name === form.name);
    expect(await operation?.options['~standard'].validate(options)).not.toHaveProperty('issues');
  },
);
