/** The buttons at the end of a form in a dialog: one that leaves all as it is, and one that sends it. */
export function FormEnds({
  cancel = 'Cancel',
  action,
  isBusy,
  onClose,
}: {
  readonly cancel?: string;
  readonly action: string;
  readonly isBusy: boolean;
  readonly onClose: () => void;
}) {
  return (
    <div class="dialog-ends">
      <button type="button" class="button" onClick={onClose}>
        {cancel}
      </button>
      <button type="submit" class="button main" disabled={isBusy}>
        {action}
      </button>
    </div>
  );
}
