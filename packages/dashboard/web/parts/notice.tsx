import type { ComponentChildren } from 'preact';
import { adviceFor, type Trouble, type WayAgain } from '../advice.ts';
import type { ApiError } from '../api.ts';
import { Icon, type IconName } from './icon.tsx';

const signs: Readonly<Record<'bad' | 'warn' | 'good', IconName>> = { bad: 'failed', warn: 'failed', good: 'completed' };

/** A box that says something about what is below or beside it. */
export function Notice({
  kind,
  title,
  children,
}: {
  readonly kind: 'bad' | 'warn' | 'good';
  readonly title: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="notice" data-kind={kind} role={kind === 'bad' ? 'alert' : 'status'}>
      <Icon name={signs[kind]} />
      <strong>{title}</strong>
      {children}
    </div>
  );
}

/** An error, with what to do about it. */
export function ErrorNotice({ error }: { readonly error: ApiError }) {
  return <TroubleNotice trouble={error} way={null} correlationId={error.correlationId} />;
}

export function TroubleNotice({
  trouble,
  way,
  correlationId,
}: {
  readonly trouble: Trouble;
  /** How a job can be run again; null for what is no job. */
  readonly way: WayAgain | null;
  readonly correlationId: string | null;
}) {
  const { title, todo } = adviceFor(trouble, way);
  return (
    <Notice kind="bad" title={title}>
      <span class="break">{trouble.message}.</span>
      <span>{todo}</span>
      {correlationId !== null && (
        <span class="small muted break">
          {trouble.code} · correlation id <code>{correlationId}</code>
        </span>
      )}
    </Notice>
  );
}
