import { Icon } from './icon.tsx';
import { toast } from './toast.tsx';

/** Copies a text. Without the clipboard of a secure page it selects the text for the visitor to copy. */
export function CopyButton({
  text,
  what,
  from,
}: {
  readonly text: string;
  readonly what: string;
  readonly from?: string;
}) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast(`${what} copied`);
    } catch {
      const shown = from === undefined ? null : document.getElementById(from);
      if (shown !== null) getSelection()?.selectAllChildren(shown);
      toast(`Press Ctrl+C or ⌘C to copy`);
    }
  };
  return (
    <button type="button" class="button slim" onClick={() => void copy()} aria-label={`Copy: ${what}`}>
      <Icon name="copy" />
      Copy
    </button>
  );
}
