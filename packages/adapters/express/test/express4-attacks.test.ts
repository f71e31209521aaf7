import { forkAttackTarget, httpAttackSuite } from '@platen/testing';

const target = new URL('./express4-target.ts', import.meta.url);

httpAttackSuite({ startTarget: () => forkAttackTarget(target) });
