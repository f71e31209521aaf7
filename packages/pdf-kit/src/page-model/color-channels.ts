/** Red, green and blue of a colour such as `#ff8000`, each from 0 to 255. */
export function colorChannels(color: string): readonly [red: number, green: number, blue: number] {
  const at = (start: number) => Number.parseInt(color.slice(start, start + 2), 16);
  return [at(1), at(3), at(5)];
}

/** The colour of red, green and blue, each from 0 to 255, as `#rrggbb`. */
export function colorOfChannels(channels: readonly number[]): string {
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}
