import { afterAll, expect, vi } from 'vitest';
import { observeProcess } from './scripts/observe-process.ts';

// Runs before each file of the tests that share a process.
const changes = observeProcess();
const message = 'what a file of tests leaves behind in the process that it shares with others';

// What is closed and not awaited is gone a moment later.
afterAll(() => vi.waitFor(() => expect(changes(), message).toEqual([]), { timeout: 5_000 }));
