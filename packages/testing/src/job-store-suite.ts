import type { JobStore } from '@platen/core';
import { boundRules } from './job-bound-rules.ts';
import { clockRules } from './job-clock-rules.ts';
import { endRules } from './job-end-rules.ts';
import { leaseRules } from './job-lease-rules.ts';
import { listingRules } from './job-listing-rules.ts';
import { outboxRules } from './job-outbox-rules.ts';
import { purgeRules } from './job-purge-rules.ts';
import { recordRules } from './job-record-rules.ts';
import type { JobStoreRule } from './job-store-rule.ts';
import { createRule, type Make, type SharedSubject, type SuiteRunner, vitestRunner } from './subject.ts';

/** Every rule of the `JobStore` contract. `make` returns an empty store. */
export function jobStoreSuite(make: Make<SharedSubject<JobStore>>, runner: SuiteRunner = vitestRunner): void {
  const rule: JobStoreRule = createRule<JobStore, SharedSubject<JobStore>>(make, runner);
  runner.describe('JobStore: records', () => recordRules(rule));
  runner.describe('JobStore: bounds and quota', () => boundRules(rule));
  runner.describe('JobStore: listing, counts and usage', () => listingRules(rule));
  runner.describe('JobStore: claim, lease and fence', () => leaseRules(rule));
  runner.describe('JobStore: ends', () => endRules(rule));
  runner.describe('JobStore: purge', () => purgeRules(rule));
  runner.describe('JobStore: outbox', () => outboxRules(rule));
  runner.describe('JobStore: clocks of other machines', () => clockRules(rule));
}
