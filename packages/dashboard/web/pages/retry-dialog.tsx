import { api } from '../api.ts';
import type { JobDetail } from '../data.ts';
import { secretFieldsOf } from '../fields-of.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FormEnds } from '../parts/form-ends.tsx';
import { ErrorNotice } from '../parts/notice.tsx';
import { SecretFields, secretsIn } from '../parts/secret-fields.tsx';
import { useForm } from '../parts/use-form.ts';
import { service } from '../session.ts';

/** Asks for what a job needs to be run again: passwords, which were forgotten when it ended. All else is as it was. */
export function RetryDialog({
  job,
  onClose,
  onQueued,
}: {
  readonly job: JobDetail;
  readonly onClose: () => void;
  readonly onQueued: () => void;
}) {
  const operation = service.value?.operations.find(({ name }) => name === job.operation);
  const asksPassword = job.error?.code === 'PDF_ENCRYPTED';
  const { error, isBusy, onSubmit } = useForm(async (form) => {
    await api(`jobs/${job.id}/retry`, { method: 'POST', body: secretsIn(form, operation) });
    onQueued();
  });
  return (
    <Dialog title="Run it again?" onClose={onClose}>
      <form class="stack" onSubmit={onSubmit}>
        <p>
          With the same files and the same options. A quota unit is taken, as for a new job.
          {secretFieldsOf(operation).length > 0 && !asksPassword && ' A password is needed where a file has one.'}
        </p>
        {operation !== undefined && (
          <SecretFields
            operation={operation}
            fileNames={job.inputs.map(({ fileName }) => fileName)}
            isRequired={asksPassword && job.inputs.length === 1}
          />
        )}
        {error !== null && <ErrorNotice error={error} />}
        <FormEnds action="Run it again" isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
}
