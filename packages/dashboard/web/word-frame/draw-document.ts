import { renderAsync } from 'docx-preview';

/** Draws the document that the page hands over, as wide as the frame. */
addEventListener('message', (event: MessageEvent<unknown>) => {
  // Only the page around this frame has it; any other page that opens the address gets an empty frame.
  if (event.source !== parent) return;
  const { data } = event;
  if (typeof data !== 'object' || data === null || !('document' in data)) return;
  if (data.document instanceof ArrayBuffer) void draw(data.document);
});

async function draw(bytes: ArrayBuffer): Promise<void> {
  // The library empties both before it fills them.
  const [styles, shown] = [
    document.querySelector<HTMLElement>('#styles'),
    document.querySelector<HTMLElement>('#document'),
  ];
  if (styles === null || shown === null) return;
  try {
    await renderAsync(bytes, shown, styles, {
      inWrapper: true,
      useBase64URL: true,
      ignoreLastRenderedPageBreak: false,
      renderAltChunks: false,
    });
    fit();
    addEventListener('resize', fit);
  } catch {
    shown.replaceChildren();
    const problem = shown.appendChild(document.createElement('p'));
    problem.className = 'problem';
    problem.textContent = 'There is no preview of this document: download it to see it.';
  }
}

/** Pages are as wide as paper: a narrow frame shows them smaller. */
function fit(): void {
  const wrapper = document.querySelector<HTMLElement>('.docx-wrapper');
  const page = wrapper?.querySelector<HTMLElement>('section.docx');
  if (wrapper === null || page === null || page === undefined) return;
  wrapper.style.zoom = '1';
  const margin = 32;
  wrapper.style.zoom = String(Math.min(1, innerWidth / (page.offsetWidth + margin)));
}
