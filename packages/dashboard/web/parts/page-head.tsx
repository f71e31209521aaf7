import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

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
  // At once: later it would take the focus from whoever has pressed Tab already.
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), []);
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
