import { useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../api.ts';

/** A form that is sent to the server: whether that is under way, and why it was refused the last time. */
export function useForm(send: (form: FormData) => Promise<void>) {
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setBusy(true);
    try {
      await send(form);
    } catch (thrown) {
      setError(asApiError(thrown));
      setBusy(false);
    }
  };
  return { error, isBusy, onSubmit: (event: SubmitEvent) => void submit(event) };
}
