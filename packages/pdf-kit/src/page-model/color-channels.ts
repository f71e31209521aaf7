/** Red, green and blue of a colour such as `#ff8000`, each from 0 to 255. */
export function colorChannels(color: string): readonly [red: number, green: number, blue: number] {
  const at = (start: number) => Number.parseInt(color.slice(start, start + 2), 16);
  return [at(1), at(3), at(5)];
}
