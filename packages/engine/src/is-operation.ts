import type { Operation } from '@platen/core';

/** Whether a value given from JavaScript is an operation. */
export function isOperation(value: unknown): value is Operation {
  const { name, worker } = (value ?? {}) as Partial<Operation>;
  return typeof name === 'string' && worker instanceof URL;
}
