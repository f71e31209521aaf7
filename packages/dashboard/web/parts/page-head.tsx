import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** The heading of a page. The keyboard and screen readers begin here when somebody comes to it. */
export function PageHead({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: ComponentChildren;
  readonly children?: ComponentChildren;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Platen`;
  }, [title]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <header class="page-head">
      <div>
        <h1 ref={heading} tabIndex={-1} class="break">
          {title}
        </h1>
        {text !== undefined && <p>{text}</p>}
      </div>
      {children}
    </header>
  );
}
