import type { Confinement } from './confinement.ts';

/** The protections of worker processes that this machine has and lacks, in words for operators. */
export interface ConfinementReport {
  readonly held: readonly string[];
  readonly missing: readonly string[];
}

/** From this version on Node's permission model denies the network by default. */
export const hasNetworkPermission = Number.parseInt(process.versions.node, 10) >= 25;

/** Describes how workers without a network are confined. */
export function describeConfinement({ sandbox, prlimit, setpriv, unshare }: Confinement): ConfinementReport {
  const held = ['heap bound', 'permission model', 'deadline'];
  const missing: string[] = [];
  const say = (works: boolean, what: string, without: string) => (works ? held : missing).push(works ? what : without);
  say(
    (sandbox?.landlock ?? 0) > 0,
    'only its own files (Landlock)',
    'Landlock (a compromised decoder could read and write what this user can)',
  );
  say(
    sandbox?.seccomp === true,
    'no other process (seccomp)',
    'seccomp (a compromised decoder could signal and start processes as this user)',
  );
  const network = sandbox?.seccomp === true ? 'seccomp' : hasNetworkPermission ? 'permission model' : 'unshare';
  say(
    network !== 'unshare' || unshare !== null,
    `no network (${network})`,
    'a way to deny the network (a compromised decoder could reach it)',
  );
  say(prlimit !== null, 'memory limit (prlimit)', 'prlimit (memory is watched instead of limited)');
  say(setpriv !== null, 'ends with its server (setpriv)', 'setpriv (workers end a moment after their server)');
  return { held, missing };
}
