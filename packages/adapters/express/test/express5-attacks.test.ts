import { forkAttackTarget, httpAttackSuite } from '@platen/testing';

const target = new URL('./express5-target.ts', import.meta.url);

httpAttackSuite({ startTarget: () => forkAttackTarget(target) });
