import type { NewKey } from '../data.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Notice } from '../parts/notice.tsx';

/** Shows a new key: the only time that anybody can see it. */
export function ShownKeyDialog({ made, onClose }: { readonly made: NewKey; readonly onClose: () => void }) {
  const { key, record } = made;
  return (
    <Dialog title={`The key "${record.name}"`} onClose={onClose}>
      <Notice kind="warn" title="Copy it now">
        <span>It is shown only this once. Only its fingerprint is stored: nobody can look it up later.</span>
      </Notice>
      <div class="secret">
        <code id="new-key">{key}</code>
        <CopyButton text={key} what="API key" from="new-key" />
      </div>
      <div class="field">
        <span class="small muted">Sent with every request:</span>
        <pre class="code" tabIndex={0}>{`curl -H "X-API-Key: ${key}" …/api/v1/account`}</pre>
      </div>
      <div class="dialog-ends">
        <button type="button" class="button main" onClick={onClose}>
          I have copied it
        </button>
      </div>
    </Dialog>
  );
}
