import type { ComponentChildren } from 'preact';
import { bytes } from '../format.ts';

/** A button that shows one of several files: its picture, its name, which is the children, and its size. */
export function FileChoice({
  isChosen,
  onChoose,
  picture,
  sizeBytes,
  children,
}: {
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly picture: ComponentChildren;
  readonly sizeBytes: number;
  readonly children: ComponentChildren;
}) {
  return (
    <button type="button" class="output-choice" aria-pressed={isChosen} onClick={onChoose}>
      {picture}
      <span>
        <strong class="break">{children}</strong>
        <span class="small muted numbers">{bytes(sizeBytes)}</span>
      </span>
    </button>
  );
}
