/** What an advisory in the format of OSV says of packages of npm. */
export interface Advisory {
  readonly id: string;
  readonly summary?: string;
  readonly withdrawn?: string;
  readonly affected?: readonly {
    readonly package?: { readonly ecosystem: string; readonly name: string };
    readonly versions?: readonly string[];
    readonly ranges?: readonly {
      readonly type: string;
      readonly events: readonly {
        readonly introduced?: string;
        readonly fixed?: string;
        readonly last_affected?: string;
      }[];
    }[];
  }[];
}

/** Each component that an advisory is about, as `name version: id summary`. */
export function findAffected(
  components: readonly { readonly name: string; readonly version: string }[],
  advisories: readonly Advisory[],
): readonly string[] {
  const found = advisories
    .filter(({ withdrawn }) => withdrawn === undefined)
    .flatMap(({ id, summary = '', affected = [] }) =>
      components
        .filter(({ name, version }) =>
          affected.some(
            (each) =>
              each.package?.ecosystem === 'npm' &&
              each.package.name === name &&
              (each.versions?.includes(version) === true ||
                each.ranges?.some(({ type, events }) => type === 'SEMVER' && isWithin(version, events)) === true),
          ),
        )
        .map(({ name, version }) => `${name} ${version}: ${id} ${summary}`.trim()),
    );
  return [...new Set(found)];
}

/** Whether a version is at or past the last `introduced` before it, and not past what ends that. */
function isWithin(
  version: string,
  events: readonly { readonly introduced?: string; readonly fixed?: string; readonly last_affected?: string }[],
): boolean {
  let inside = false;
  for (const { introduced, fixed, last_affected: last } of events) {
    if (introduced !== undefined && compareVersions(version, introduced) >= 0) inside = true;
    if (fixed !== undefined && compareVersions(version, fixed) >= 0) inside = false;
    if (last !== undefined && compareVersions(version, last) > 0) inside = false;
  }
  return inside;
}

/** As semantic versioning orders two versions: below 0 when the first is older. */
export function compareVersions(first: string, second: string): number {
  const [a, b] = [parseVersion(first), parseVersion(second)];
  for (let index = 0; index < 3; index += 1) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a.pre === null || b.pre === null) return (a.pre === null ? 1 : 0) - (b.pre === null ? 1 : 0);
  for (let index = 0; index < Math.max(a.pre.length, b.pre.length); index += 1) {
    const [left, right] = [a.pre[index], b.pre[index]];
    if (left === right) continue;
    if (left === undefined || right === undefined) return left === undefined ? -1 : 1;
    const [isNumber, isOtherNumber] = [/^\d+$/.test(left), /^\d+$/.test(right)];
    if (isNumber && isOtherNumber) return Number(left) - Number(right);
    if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
    return left < right ? -1 : 1;
  }
  return 0;
}

function parseVersion(text: string): Parsed {
  const [main = '', pre] = (text.split('+')[0] ?? '').split(/-(.*)/);
  return { numbers: main.split('.').map(Number), pre: pre?.split('.') ?? null };
}

interface Parsed {
  readonly numbers: readonly number[];
  readonly pre: readonly string[] | null;
}
