import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { describeSurface } from '../src/openapi.ts';

const document = describeSurface([], { manage: true, webhookUrls: true });

const answers = [
  ...Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) =>
      Object.entries(responses as object).map(([status, answer]) => [`${method} ${path} ${status}`, answer]),
    ),
  ),
  ...Object.entries(document.components.responses),
];

const examples = answers.flatMap(([name, { content }]) => {
  const { schema, example } = content?.['application/json'] ?? {};
  return schema === undefined ? [] : [{ name, schema, example }];
});

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
