const storageKey = 'platen-device';

/** What the last sign-in gave this browser: with it, attempts of strangers do not keep it waiting. Null for none. */
export function knownDevice(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** Keeps what a sign-in gave. */
export function rememberDevice(device: string): void {
  try {
    localStorage.setItem(storageKey, device);
  } catch {
    // Storage may be off: the server then goes by the address.
  }
}
