import { forkAttackTarget, httpAttackSuite } from '@platen/testing';

const target = new URL('./hono-target.ts', import.meta.url);

httpAttackSuite({ startTarget: () => forkAttackTarget(target) });
