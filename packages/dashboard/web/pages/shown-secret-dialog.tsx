import type { NewSecret } from '../data.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Notice } from '../parts/notice.tsx';
import { urlText } from './webhook-text.ts';

/** Shows a new secret: the only time that these pages do. */
export function ShownSecretDialog({ made, onClose }: { readonly made: NewSecret; readonly onClose: () => void }) {
  return (
    <Dialog title="The signing secret" onClose={onClose}>
      <Notice kind="warn" title="Copy it now">
        <span>It is shown here only this once. Who has it can send what a receiver takes for a message of yours.</span>
      </Notice>
      <div class="secret">
        <code id="new-secret">{made.secret}</code>
        <CopyButton text={made.secret} what="Signing secret" from="new-secret" />
      </div>
      <p class="small muted break">
        Signs what is sent to{' '}
        {made.endpoint.url === null ? 'the URLs that jobs of its owner bring' : urlText(made.endpoint)}, as Standard
        Webhooks has it.
      </p>
      <div class="dialog-ends">
        <button type="button" class="button main" onClick={onClose}>
          I have copied it
        </button>
      </div>
    </Dialog>
  );
}
