export { type Confinement, findConfinement, isComplete } from './confinement.ts';
export { type ConfinementReport, describeConfinement } from './describe-confinement.ts';
