import { linkSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { constants, copyFile, mkdir, readdir, realpath, rename, rm } from 'node:fs/promises';
import { dirname, extname, join, sep } from 'node:path';
import type { WorkerCall, WorkerReply } from '@platen/core';
import { errorCode, mapBounded } from '@platen/core/internal';
import { ifFound } from './if-found.ts';
import { mapStrings } from './map-strings.ts';

/**
 * The folder of one worker process: the only one it writes to, and besides packages and fonts the only one it reads.
 * Access is fixed when the process starts, so the files of each call are brought into this folder and taken out again,
 * and those of other calls stay out of reach.
 */
export interface ProcessFolder {
  /** Files given to it to read. */
  readonly inputs: string;
  /** Files it writes. */
  readonly outputs: string;
  /** Brings in the files of a call: its inputs, and those that its part or results name inside `folder`. */
  enter(call: WorkerCall, folder: string): Promise<Visit>;
  /** Removes it, once the process has ended. */
  remove(): Promise<void>;
}

/** A call in a process that may reach its files there. */
export interface Visit {
  /** The call, with the paths of its files in the process folder. */
  readonly call: WorkerCall;
  /** Moves what the call wrote to its own folder, and returns the reply with the paths there. */
  leave(reply: WorkerReply): Promise<WorkerReply>;
}

/*
 * What every call needs is done synchronously: a name given or taken away costs microseconds, and the way over the thread
 * pool and back ten times that.
 */

/** Files that are brought or moved at once. */
const concurrency = 8;
/** The longest file extension that is kept: some programs rely on it. */
const maxExtension = 16;

export async function createProcessFolder(path: string): Promise<ProcessFolder> {
  const inputs = join(path, 'in');
  const outputs = join(path, 'out');
  // Never its parents: a staging folder that was moved away must not be recreated.
  for (const above of [dirname(path), path]) await mkdir(above, { mode: 0o700 }).catch(ignoreExisting);
  await mkdir(inputs, { mode: 0o700 });
  await mkdir(outputs, { mode: 0o700 });
  let calls = 0;
  return {
    inputs,
    outputs,
    async enter(call, folder) {
      // Paths are never reused: a worker may cache what it once read under a path.
      calls += 1;
      return enterCall(call, folder, join(inputs, `${calls}`), join(outputs, `${calls}`));
    },
    remove: () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }),
  };
}

function ignoreExisting(error: unknown): void {
  if (errorCode(error) !== 'EEXIST') throw error;
}

async function enterCall(call: WorkerCall, folder: string, prefix: string, outputs: string): Promise<Visit> {
  const { task } = call;
  const given = new Map<string, string>();
  const originals = new Map([[outputs, task.outputDir]]);
  const give = (original: string): string => {
    const known = given.get(original);
    if (known !== undefined) return known;
    const extension = extname(original);
    const own = `${prefix}-${given.size}${extension.length > maxExtension ? '' : extension}`;
    given.set(original, own);
    originals.set(own, original);
    return own;
  };
  const ownTask = {
    ...task,
    inputs: task.inputs.map((input) => ({ ...input, path: give(input.path) })),
    outputDir: outputs,
  };
  const named = new Set<string>();
  const giveNamed = (text: string): string => {
    if (text === task.outputDir) return outputs;
    if (!text.startsWith(folder + sep)) return text;
    named.add(text);
    return give(text);
  };
  const ownCall = translate(call, ownTask, giveNamed);
  const realFolder = named.size === 0 ? folder : await ifFound(realpath(folder));
  const bringOwn = async ([original, own]: readonly [string, string]) => {
    // Named by a worker: a symbolic link or a missing file is not brought in, so that the next call does not find it
    // either.
    const expected = `${realFolder}${original.slice(folder.length)}`;
    if (!named.has(original) || (await ifFound(realpath(original))) === expected) await bring(original, own);
  };
  mkdirSync(outputs);
  await mapBounded([...given], concurrency, bringOwn);

  const takeBack = (text: string): string =>
    text.startsWith(outputs + sep) ? task.outputDir + text.slice(outputs.length) : (originals.get(text) ?? text);
  return {
    call: ownCall,
    async leave(reply) {
      for (const own of given.values()) rmSync(own, { force: true });
      if (reply.kind === 'error') await rm(outputs, { recursive: true, force: true });
      else await moveInto(outputs, task.outputDir);
      return takeBackReply(reply, takeBack);
    },
  };
}

function translate(call: WorkerCall, task: WorkerCall['task'], map: (text: string) => string): WorkerCall {
  if (call.phase === 'part') return { ...call, task, part: mapStrings(call.part, map) };
  if (call.phase === 'join') return { ...call, task, results: call.results.map((result) => mapStrings(result, map)) };
  return { ...call, task };
}

function takeBackReply(reply: WorkerReply, map: (text: string) => string): WorkerReply {
  switch (reply.kind) {
    case 'outputs':
      return { ...reply, outputs: reply.outputs.map((output) => ({ ...output, path: map(output.path) })) };
    case 'plan':
      return { ...reply, parts: reply.parts.map((part) => mapStrings(part, map)) };
    case 'result':
      return { ...reply, result: mapStrings(reply.result, map) };
    case 'error':
      return reply;
  }
}

/** A hard link, which costs nothing; a copy where the system has none. */
async function bring(original: string, own: string): Promise<void> {
  try {
    linkSync(original, own);
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'].includes(errorCode(error))) throw error;
    await copyFile(original, own, constants.COPYFILE_FICLONE);
  }
}

/** Moves the content of a folder into another, which is empty except for the call that joins the parts of a task. */
async function moveInto(source: string, target: string): Promise<void> {
  try {
    // In one step, replacing the empty folder.
    renameSync(source, target);
  } catch (error) {
    // Not on Windows.
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES'].includes(errorCode(error))) throw error;
    const names = await readdir(source);
    await mapBounded(names, concurrency, (name) => rename(join(source, name), join(target, name)));
    await rm(source, { recursive: true, force: true });
  }
}
