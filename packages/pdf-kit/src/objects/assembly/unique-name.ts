/** `name`, or `name_2`, `name_3`, … when it is taken. */
export function uniqueName(name: string, isTaken: (candidate: string) => boolean): string {
  let unique = name;
  for (let suffix = 2; isTaken(unique); suffix++) unique = `${name}_${suffix}`;
  return unique;
}
