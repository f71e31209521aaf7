import { ConversionError, type TaskInput, type WorkerTask } from '@platen/core';

/** The one file of a task. */
export function taskInput(task: WorkerTask): TaskInput {
  const [input] = task.inputs;
  if (input === undefined) throw new ConversionError('INTERNAL_ERROR', 'The task has no input');
  return input;
}
