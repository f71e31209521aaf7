import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import { vi } from 'vitest';

/** What is open until somebody closes it, in the words of `process.getActiveResourcesInfo()`. */
const closable: ReadonlySet<string> = new Set([
  'ProcessWrap',
  'TCPServerWrap',
  'TCPSocketWrap',
  'PipeServerWrap',
  'Worker',
]);

/** Where tests replace functions. */
const replaceable = { console, process, Date, Math, performance, fs, 'fs/promises': fsPromises, globalThis };

/**
 * Left by libraries when they are loaded, by whichever file comes first: sharp, those that tidy up in the end, and pdf.js,
 * which is loaded twice: for reading and for drawing.
 */
const ofLibraries: ReadonlySet<string> = new Set([
  'environment variable VIPSHOME',
  'a listener for exit',
  'another global pdfjsLib',
  'another global _pdfjsTestingUtils',
]);

/**
 * Remembers the state that all code of a process shares; the function it returns names what has changed since. Globals that
 * are new are none: libraries define theirs when they are loaded.
 */
export function observeProcess(): () => readonly string[] {
  const before = { ...observeState(), globals: observeGlobals() };
  return () => {
    const { state, open } = observeState();
    const changed = [...new Set([...before.state.keys(), ...state.keys()])].filter(
      (name) => before.state.get(name) !== state.get(name),
    );
    const opened = [...open].filter(([name, count]) => count > (before.open.get(name) ?? 0));
    const globals = observeGlobals();
    const replaced = [...before.globals].filter(([name, value]) => !Object.is(globals.get(name), value));
    return [
      ...changed,
      ...opened.map(([name]) => `an open ${name}`),
      ...replaced.map(([name]) => `another global ${String(name)}`),
      ...mocked().map((name) => `a mock of ${name}`),
      ...(vi.isFakeTimers() ? ['fake timers'] : []),
    ].filter((name) => !ofLibraries.has(name));
  };
}

function observeState() {
  const state = new Map<string, unknown>([['the current folder', process.cwd()]]);
  for (const [name, value] of Object.entries(process.env)) state.set(`environment variable ${name}`, value);
  for (const name of process.eventNames()) state.set(`a listener for ${String(name)}`, process.listenerCount(name));
  const open = new Map<string, number>();
  for (const name of process.getActiveResourcesInfo()) {
    if (closable.has(name)) open.set(name, (open.get(name) ?? 0) + 1);
  }
  return { state, open };
}

function observeGlobals(): ReadonlyMap<string | symbol, unknown> {
  const properties = Reflect.ownKeys(globalThis).map((name) => {
    const property = Reflect.getOwnPropertyDescriptor(globalThis, name);
    return [name, property?.value ?? property?.get] as const;
  });
  // Vitest keeps some of its own there.
  return new Map(properties.filter(([name]) => !/vitest/i.test(String(name))));
}

function mocked(): readonly string[] {
  return Object.entries(replaceable).flatMap(([owner, object]) =>
    Object.entries(Object.getOwnPropertyDescriptors(object))
      .filter(([, { value }]) => vi.isMockFunction(value))
      .map(([name]) => `${owner}.${name}`),
  );
}
