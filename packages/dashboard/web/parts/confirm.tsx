import { signal } from '@preact/signals';
import { Dialog } from './dialog.tsx';

interface Question {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly answer: (isConfirmed: boolean) => void;
}

const question = signal<Question | null>(null);

/** Asks before something that cannot be undone. */
export function confirmed(title: string, text: string, action: string): Promise<boolean> {
  return new Promise((resolve) => {
    question.value = {
      title,
      text,
      action,
      answer: (isConfirmed) => {
        question.value = null;
        resolve(isConfirmed);
      },
    };
  });
}

/** Where the question appears. */
export function ConfirmDialog() {
  if (question.value === null) return null;
  const { title, text, action, answer } = question.value;
  return (
    <Dialog title={title} onClose={() => answer(false)}>
      <p>{text}</p>
      <div class="dialog-ends">
        <button type="button" class="button" onClick={() => answer(false)}>
          Keep it
        </button>
        <button type="button" class="button main danger" onClick={() => answer(true)}>
          {action}
        </button>
      </div>
    </Dialog>
  );
}
