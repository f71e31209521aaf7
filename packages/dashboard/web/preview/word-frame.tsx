import { useRef, useState } from 'preact/hooks';

/**
 * A Word document, drawn by a library that sets inline styles: in a frame that has no origin, no cookies and no network,
 * only the bytes it is handed.
 */
export function WordFrame({ bytes, name }: { readonly bytes: ArrayBuffer; readonly name: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const hand = () => {
    // Its origin is opaque: nobody else could have loaded this frame's address.
    frame.current?.contentWindow?.postMessage({ document: bytes }, '*');
    setLoaded(true);
  };
  return (
    <iframe
      ref={frame}
      class="word-frame"
      data-loaded={isLoaded}
      title={`Preview of ${name}`}
      src="assets/word-frame.html"
      sandbox="allow-scripts"
      onLoad={hand}
    />
  );
}
