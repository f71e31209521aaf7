import { type ErrorData, errorTable, type JobWarning, type TaskOutput, type WorkerReply } from '@platen/core';
import type { ProcessMessage } from './process-host.ts';

/**
 * A message from a worker process, validated; null for anything else. Nothing in it is trusted to have the right shape:
 * a compromised decoder can send anything.
 */
export function readProcessMessage(value: unknown): ProcessMessage | null {
  if (!isRecord(value)) return null;
  switch (value.kind) {
    case 'ready':
      return typeof value.cpuMs === 'number' && value.cpuMs >= 0 && Number.isFinite(value.cpuMs)
        ? { kind: 'ready', cpuMs: value.cpuMs }
        : null;
    case 'started':
      return { kind: 'started' };
    case 'loaded':
      return value.problem === null || isText(value.problem) ? { kind: 'loaded', problem: value.problem } : null;
    case 'progress':
      return typeof value.fraction === 'number' && value.fraction >= 0 && value.fraction <= 1
        ? { kind: 'progress', fraction: value.fraction }
        : null;
    case 'warning':
      if (!isWarning(value.warning) || !(value.cause === undefined || isText(value.cause))) return null;
      return { kind: 'warning', warning: value.warning, ...(value.cause === undefined ? {} : { cause: value.cause }) };
    case 'reply': {
      const reply = readReply(value.reply);
      return reply === null ? null : { kind: 'reply', reply };
    }
    default:
      return null;
  }
}

function readReply(value: unknown): WorkerReply | null {
  if (!isRecord(value)) return null;
  const { kind, outputs, parts, joins, result, error, cause = null } = value;
  switch (kind) {
    case 'outputs':
      return isListOf(outputs, isOutput) ? { kind, outputs } : null;
    case 'plan':
      return Array.isArray(parts) && typeof joins === 'boolean' ? { kind, parts, joins } : null;
    case 'result':
      return { kind, result };
    case 'error':
      return isError(error) && (cause === null || typeof cause === 'string') ? { kind, error, cause } : null;
    default:
      return null;
  }
}

/** A name, a message or a path is never longer. */
const maxCharacters = 64 * 1024;

function isOutput(value: unknown): value is TaskOutput {
  return isRecord(value) && isText(value.path) && isText(value.fileName) && isText(value.mediaType);
}

function isWarning(value: unknown): value is JobWarning {
  return isRecord(value) && isText(value.code) && isText(value.message);
}

function isError(value: unknown): value is ErrorData {
  return (
    isRecord(value) &&
    typeof value.code === 'string' &&
    Object.hasOwn(errorTable, value.code) &&
    isText(value.message) &&
    isRecord(value.details)
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxCharacters;
}

function isListOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is readonly Item[] {
  return Array.isArray(value) && value.every(isItem);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
