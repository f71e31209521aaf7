export { watchChildMemory } from './child-memory.ts';
export { type CorpusFile, type CorpusKind, corpus, writeCorpus } from './corpus/corpus.ts';
export { type ProfiledFunction, type Profiler, startProfiles, type ThreadProfile } from './profile.ts';
export { createRandom, hashOf, type Random } from './random.ts';
export {
  bootstrapInterval,
  type Comparison,
  compareRuns,
  compareWithPeer,
  type Interval,
  median,
  percentile,
  type Samples,
  type Verdict,
} from './statistics.ts';
export { measureYardstick, processorMs } from './yardstick.ts';
