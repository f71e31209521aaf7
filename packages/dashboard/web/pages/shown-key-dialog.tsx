import type { NewKey } from '../data.ts';
import { ShownOnceDialog } from '../parts/shown-once-dialog.tsx';
import { apiAddress } from '../session.ts';

/** Shows a new key: the only time that anybody can see it. */
export function ShownKeyDialog({ made, onClose }: { readonly made: NewKey; readonly onClose: () => void }) {
  const { key, record } = made;
  const code = `curl -H "X-API-Key: ${key}" \\\n  '${apiAddress()}/api/v1/account'`;
  return (
    <ShownOnceDialog
      title={`The key "${record.name}"`}
      warning="The key is shown only this once. Only its fingerprint is stored, so nobody can look it up later."
      secret={key}
      what="API key"
      id="new-key"
      onClose={onClose}
    >
      <div class="field">
        <span class="small muted">Sent with every request:</span>
        <pre class="code" tabIndex={0}>
          {code}
        </pre>
      </div>
    </ShownOnceDialog>
  );
}
