import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { describeSurface } from '../src/openapi.ts';

/** What the test reads of the description of a submission. */
const document = describeSurface([], { manage: true, webhookUrls: true });

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

test('a host that identifies callers by itself describes no key', () => {
  expect(describeSurface([]).components).toHaveProperty('securitySchemes.apiKey');
  const own = describeSurface([], { apiKeys: false });
  expect(own).not.toHaveProperty('security');
  expect(own.components).not.toHaveProperty('securitySchemes');
});
