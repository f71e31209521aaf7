import type { ComponentChildren } from 'preact';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';

/** Shows a text that is shown only this once, to be copied; `children` say what it is for. */
export function ShownOnceDialog(props: {
  readonly title: string;
  readonly warning: string;
  readonly secret: string;
  /** What the secret is, as the button to copy it is called. */
  readonly what: string;
  readonly id: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const { title, warning, secret, what, id, onClose, children } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <Notice kind="warn" title="Copy it now">
        <span>{warning}</span>
      </Notice>
      <div class="secret">
        <code id={id}>{secret}</code>
        <CopyButton text={secret} what={what} from={id} />
      </div>
      {children}
      <div class="dialog-ends">
        <button type="button" class="button main" onClick={onClose}>
          I have copied it
        </button>
      </div>
    </Dialog>
  );
}
