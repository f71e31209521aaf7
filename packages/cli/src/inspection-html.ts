export interface InspectedPage {
  readonly summary: string;
  readonly png: Uint8Array;
  /** An SVG of the page's size. */
  readonly overlay: string;
}

/** One file with everything in it: each picture with its overlay exactly on top, and what the marks of it mean. */
export function inspectionHtml(title: string, pages: readonly InspectedPage[], legend = ''): string {
  const sections = pages.map(({ summary, png, overlay }) => {
    const image = `<img alt="" src="data:image/png;base64,${Buffer.from(png).toString('base64')}">`;
    return `<section><h2>${escapeHtml(summary)}</h2><div>${image}${overlay}</div></section>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<style>
  body { font: 14px system-ui, sans-serif; margin: 2rem; background: #eee }
  p { max-width: 900px }
  h2 { font-size: 1rem; font-weight: normal }
  div { position: relative; width: max-content; background: #fff }
  img { display: block; width: 900px }
  svg { position: absolute; inset: 0; width: 100%; height: 100% }
</style>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(legend)}</p>
${sections.join('\n')}
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
