import type { JsonSchema, OperationInfo, Service } from './data.ts';

type Fields = readonly (readonly [name: string, value: string])[];

/** The options of a job as fields of a form, without those that are as they are by default, and without secrets. */
export function fieldsOf(options: Readonly<Record<string, unknown>>, operation: OperationInfo | undefined): Fields {
  return Object.entries(options).flatMap(([name, value]) => {
    const schema = operation?.options[name];
    if (value === undefined || value === null || schema?.writeOnly === true || isSame(schema?.default, value))
      return [];
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.map((each) => [name, typeof each === 'object' ? JSON.stringify(each) : String(each)] as const);
  });
}

/** Whether values are equal, lists item by item. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The words of an option of which several may be chosen; undefined for any other. */
export function severalOf({ anyOf = [] }: JsonSchema): readonly (string | number | boolean)[] | undefined {
  const list = anyOf.find(({ type }) => type === 'array');
  return (list?.items as JsonSchema | undefined)?.enum;
}

/** Names of the options of an operation that hold secrets. */
export function secretFieldsOf(operation: OperationInfo | undefined): readonly string[] {
  return Object.entries(operation?.options ?? {}).flatMap(([name, { writeOnly }]) =>
    writeOnly === true ? [name] : [],
  );
}

/** The field of every operation that names the URL to notify when the job ends, as far as the host takes it. */
export const webhookUrlField = 'webhookUrl';

/** Whether a form for the operation has the field `webhookUrl`. An operation that has an option of that name keeps it. */
export function takesWebhookUrl({ options }: OperationInfo, host: Pick<Service, 'takesWebhookUrls'> | null): boolean {
  return host?.takesWebhookUrls === true && options[webhookUrlField] === undefined;
}
