/** RC4, which OpenSSL no longer offers by default; only for reading what was encrypted with it. */
export function rc4(key: Uint8Array, data: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  let j = 0;
  for (let i = 0; i < 256; i++) {
    j = (j + at(state, i) + at(key, i % key.length)) & 255;
    swap(state, i, j);
  }
  const result = new Uint8Array(data.length);
  let i = 0;
  j = 0;
  for (let index = 0; index < data.length; index++) {
    i = (i + 1) & 255;
    j = (j + at(state, i)) & 255;
    swap(state, i, j);
    result[index] = at(data, index) ^ at(state, (at(state, i) + at(state, j)) & 255);
  }
  return result;
}

function swap(state: Uint8Array, i: number, j: number): void {
  const value = at(state, i);
  state[i] = at(state, j);
  state[j] = value;
}

function at(bytes: Uint8Array, index: number): number {
  return bytes[index] as number;
}
