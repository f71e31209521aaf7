/** A tag of an ICC profile. */
export interface IccTag {
  /** Four characters. */
  readonly signature: string;
  readonly data: Uint8Array;
}

/**
 * Writes an ICC profile of a header of 128 bytes, whose size and identifier are set, and tags. Equal data is stored once, as
 * profiles do. Source of the layout: ISO 15076-1, 7.2–7.3.
 */
export function writeIccProfile(header: Uint8Array, tags: readonly IccTag[]): Uint8Array {
  const directory = Buffer.alloc(4 + 12 * tags.length);
  directory.writeUInt32BE(tags.length, 0);
  const places = new Map<string, number>();
  const chunks: Uint8Array[] = [];
  let offset = 128 + directory.length;
  tags.forEach(({ signature, data }, index) => {
    const key = Buffer.from(data).toString('latin1');
    let place = places.get(key);
    if (place === undefined) {
      place = offset;
      places.set(key, place);
      const padded = Buffer.alloc((data.length + 3) & ~3);
      padded.set(data);
      chunks.push(padded);
      offset += padded.length;
    }
    const entry = 4 + 12 * index;
    directory.write(signature, entry, 'latin1');
    directory.writeUInt32BE(place, entry + 4);
    directory.writeUInt32BE(data.length, entry + 8);
  });
  const profile = Buffer.concat([header, directory, ...chunks]);
  profile.writeUInt32BE(profile.length, 0);
  // The identifier is a digest of the profile; zeros stand for "not computed".
  profile.fill(0, 84, 100);
  return profile;
}
