import type { NodeRegistry, NodeReport } from '@platen/core';
import { expect } from 'vitest';
import { withClockOff } from './clock-off.ts';
import { createRule, type Make, type SharedSubject, type SuiteRunner, vitestRunner } from './subject.ts';

const longMs = 600_000;

function sampleNode(id: string, changes: Partial<NodeReport> = {}): NodeReport {
  const roles = { works: true, maintains: true };
  return {
    id,
    version: '1.2.3',
    host: 'a-host',
    pid: 7,
    ...roles,
    operations: ['ocr'],
    concurrency: 2,
    running: [],
    ...changes,
  };
}

/** Every rule of the `NodeRegistry` contract. `make` returns an empty registry. */
export function nodeRegistrySuite(make: Make<SharedSubject<NodeRegistry>>, runner: SuiteRunner = vitestRunner): void {
  const rule = createRule<NodeRegistry, SharedSubject<NodeRegistry>>(make, runner);

  runner.describe('NodeRegistry', () => {
    rule('lists what nodes report, as they last did, the one that started first ahead', async (nodes, fresh) => {
      const other = (await fresh.connect?.()) ?? nodes;
      await nodes.report(sampleNode('a'), longMs);
      await fresh.advance(5);
      await other.report(sampleNode('b'), longMs);
      await fresh.advance(5);
      await nodes.report(sampleNode('a', { running: ['job-1'] }), longMs);
      const [a, b, ...others] = await other.list();
      expect([a, b]).toMatchObject([sampleNode('a', { running: ['job-1'] }), sampleNode('b')]);
      expect(others).toEqual([]);
      expect(a?.startedAt).toBeLessThan(a?.lastSeenAt ?? 0);
      expect(b?.startedAt).toBe(b?.lastSeenAt);
    });

    rule('a node that is silent for its time, or removed, is not there', async (nodes, { advance }) => {
      await nodes.report(sampleNode('silent'), 50);
      await nodes.report(sampleNode('gone'), longMs);
      await nodes.report(sampleNode('there'), longMs);
      await nodes.remove('gone');
      await nodes.remove('nobody');
      await advance(100);
      expect((await nodes.list()).map(({ id }) => id)).toEqual(['there']);
    });

    rule('a machine with another clock neither buries a node nor keeps it', async (nodes, { advance }) => {
      await nodes.report(sampleNode('a'), 60_000);
      await withClockOff(300_000, () => nodes.report(sampleNode('b'), 1_000));
      expect(await withClockOff(300_000, () => nodes.list())).toHaveLength(2);
      await advance(1_100);
      expect((await withClockOff(-300_000, () => nodes.list())).map(({ id }) => id)).toEqual(['a']);
    });
  });
}
