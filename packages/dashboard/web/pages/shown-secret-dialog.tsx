import type { NewSecret } from '../data.ts';
import { ShownOnceDialog } from '../parts/shown-once-dialog.tsx';
import { urlText } from './webhook-text.ts';

/** Shows a new secret: the only time that these pages do. */
export function ShownSecretDialog({ made, onClose }: { readonly made: NewSecret; readonly onClose: () => void }) {
  return (
    <ShownOnceDialog
      title="The signing secret"
      warning="The secret is shown only this once. Anyone who has it can forge your messages."
      secret={made.secret}
      what="Signing secret"
      id="new-secret"
      onClose={onClose}
    >
      <p class="small muted break">
        Signs what is sent to{' '}
        {made.endpoint.url === null ? 'the URLs that its owner’s jobs name' : urlText(made.endpoint)}, as Standard
        Webhooks has it.
      </p>
    </ShownOnceDialog>
  );
}
