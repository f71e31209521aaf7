export { watchChildMemory } from './child-memory.ts';
export { type CorpusFile, type CorpusKind, corpus, writeCorpus } from './corpus/corpus.ts';
export { type ProfiledFunction, type Profiler, startProfiles, type ThreadProfile } from './profile.ts';
export { createRandom, type Random } from './random.ts';
export {
  bootstrapInterval,
  type Interval,
  median,
  percentile,
} from './statistics.ts';
