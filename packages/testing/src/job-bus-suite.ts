import type { BusMessage, JobBus } from '@platen/core';
import { expect } from 'vitest';
import { createRule, type Make, type Subject, type SuiteRunner, vitestRunner } from './subject.ts';

/** A bus to test, which two nodes share. */
export interface JobBusSubject extends Subject<JobBus> {
  /** Returns the bus as another process sees it. By default the subject itself. */
  connect?(): Promise<JobBus>;
}

function message(jobId: string, nodeId = 'node-1'): BusMessage {
  return { event: 'job-started', jobId, nodeId };
}

/** Every rule of the `JobBus` contract. A bus may lose messages; in a test none is lost. */
export function jobBusSuite(make: Make<JobBusSubject>, runner: SuiteRunner = vitestRunner): void {
  const rule = createRule<JobBus, JobBusSubject>(make, runner);

  runner.describe('JobBus', () => {
    rule('a message reaches every listener, the sender’s too', async (bus, { connect }) => {
      const other = (await connect?.()) ?? bus;
      const heard: [string, BusMessage][] = [];
      await bus.subscribe((received) => heard.push(['here', received]));
      await other.subscribe((received) => heard.push(['there', received]));
      await bus.publish(message('a'));
      await other.publish(message('b', 'node-2'));
      await expect.poll(() => heard.length).toBe(4);
      for (const where of ['here', 'there']) {
        const own = heard.filter(([place]) => place === where).map(([, received]) => received);
        expect(own).toEqual([message('a'), message('b', 'node-2')]);
      }
    });

    rule('a listener that stopped hears nothing more', async (bus) => {
      const heard: string[] = [];
      const stop = await bus.subscribe(({ nodeId }) => heard.push(nodeId));
      const others: string[] = [];
      await bus.subscribe(({ nodeId }) => others.push(nodeId));
      await stop();
      await bus.publish(message('a'));
      await expect.poll(() => others.length).toBe(1);
      expect(heard).toEqual([]);
    });

    rule('a long id passes whole', async (bus) => {
      const heard: BusMessage[] = [];
      await bus.subscribe((received) => heard.push(received));
      const long = message('ü'.repeat(200));
      await bus.publish(long);
      await expect.poll(() => heard).toEqual([long]);
    });

    rule('a closed bus takes no message', async (bus) => {
      await bus.close();
      await expect(bus.publish(message('a'))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    });
  });
}
