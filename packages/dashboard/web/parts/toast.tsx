import { signal } from '@preact/signals';

const text = signal('');
const shownMs = 4_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says for a moment that something was done. */
export function toast(message: string): void {
  text.value = message;
  clearTimeout(timer);
  timer = setTimeout(() => {
    text.value = '';
  }, shownMs);
}

/** Where it is said: read aloud as well. */
export function Toasts() {
  return (
    <div class="toast" role="status" aria-live="polite">
      {text.value !== '' && <p>{text.value}</p>}
    </div>
  );
}
