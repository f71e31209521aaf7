import { signal } from '@preact/signals';

type Theme = 'light' | 'dark';

const storageKey = 'platen-theme';
const system = matchMedia('(prefers-color-scheme: dark)');

/** What the visitor chose; null goes by the system. */
const chosen = signal<Theme | null>(readChosen());

export function applyTheme(): void {
  if (chosen.value === null) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen.value;
}

export function currentTheme(): Theme {
  return chosen.value ?? (system.matches ? 'dark' : 'light');
}

export function switchTheme(): void {
  chosen.value = currentTheme() === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem(storageKey, chosen.value);
  } catch {
    // Storage may be off: the choice lasts for this page.
  }
  applyTheme();
}

function readChosen(): Theme | null {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : null;
  } catch {
    return null;
  }
}
