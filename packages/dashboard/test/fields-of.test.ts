import { expect, test } from 'vitest';
import type { OperationInfo } from '../web/data.ts';
import { fieldsOf, severalOf, takesWebhookUrl } from '../web/fields-of.ts';

const formats = { type: 'string', enum: ['xlsx', 'csv'] };
const output = { anyOf: [formats, { type: 'array', items: formats }], default: ['xlsx'] };
const operation = { name: 'test/tables', options: { output, pages: { type: 'string' } } } as unknown as OperationInfo;

test('an option of which several may be chosen is a list of its words', () => {
  expect(severalOf(output)).toEqual(['xlsx', 'csv']);
  expect(severalOf(formats)).toBeUndefined();
});

test('a list is a field for each item, and none where it is the default', () => {
  expect(fieldsOf({ output: ['xlsx', 'csv'], pages: '1' }, operation)).toEqual([
    ['output', 'xlsx'],
    ['output', 'csv'],
    ['pages', '1'],
  ]);
  expect(fieldsOf({ output: ['xlsx'] }, operation)).toEqual([]);
});

test('a form has the URL of a webhook where the host takes it, unless the operation has an option of that name', () => {
  expect(takesWebhookUrl(operation, { takesWebhookUrls: true })).toBe(true);
  expect(takesWebhookUrl(operation, { takesWebhookUrls: false })).toBe(false);
  expect(takesWebhookUrl(operation, null)).toBe(false);
  const own = { ...operation, options: { webhookUrl: { type: 'string' } } };
  expect(takesWebhookUrl(own, { takesWebhookUrls: true })).toBe(false);
});
