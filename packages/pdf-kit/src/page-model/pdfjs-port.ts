/** The listener of pdf.js for messages. */
type Listener = (event: { readonly data: unknown }) => void;

/** What pdf.js needs of a port between itself and its worker: both ends listen on one, and know their messages. */
export interface PdfJsPort {
  /** pdf.js gives null where it transfers nothing of a font that it cannot load. */
  postMessage(message: unknown, transfer?: ArrayBuffer[] | null): void;
  addEventListener(name: string, listener: Listener, options?: { readonly signal?: AbortSignal }): void;
  removeEventListener(name: string, listener: Listener): void;
}

/**
 * A port to a worker of pdf.js in this thread. The one of pdf.js clones all messages, which is most of the time
 * that the operators of a page take: here only their lists are copied, as the worker empties these. Nobody writes
 * to the operators.
 */
export function createPdfJsPort(): PdfJsPort {
  const listeners = new Set<Listener>();
  return {
    postMessage(message, transfer) {
      const data = withOwnLists(message) ?? structuredClone(message, { transfer: transfer ?? [] });
      queueMicrotask(() => {
        for (const listener of listeners) listener({ data });
      });
    },
    addEventListener(_name, listener, options) {
      listeners.add(listener);
      options?.signal?.addEventListener('abort', () => listeners.delete(listener));
    },
    removeEventListener(_name, listener) {
      listeners.delete(listener);
    },
  };
}

/** Some operators of a page with lists of their own; null for any other message. */
function withOwnLists(message: unknown): unknown {
  const chunk = hasEntry(message, 'chunk') ? message.chunk : null;
  if (!hasEntry(chunk, 'fnArray') || !hasEntry(chunk, 'argsArray')) return null;
  const { fnArray, argsArray } = chunk;
  if (!Array.isArray(fnArray) || !Array.isArray(argsArray)) return null;
  return { ...(message as object), chunk: { ...chunk, fnArray: [...fnArray], argsArray: [...argsArray] } };
}

function hasEntry<Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> {
  return typeof value === 'object' && value !== null && key in value;
}
