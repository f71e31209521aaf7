import { PDFName, PDFString } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { convertDrawn, write } from './docx.ts';

describe('links of a hostile file', () => {
  it('never reach the document when they run, open or launch something', async () => {
    const actions = [
      { S: 'URI', URI: PDFString.of('javascript:alert(1)') },
      { S: 'URI', URI: PDFString.of('file:///etc/passwd') },
      { S: 'URI', URI: PDFString.of('\\\\\\\\evil\\\\share\\\\run.exe') },
      { S: 'Launch', F: PDFString.of('calc.exe') },
      { S: 'GoToR', F: PDFString.of('other.pdf'), D: PDFString.of('x') },
      { S: 'JavaScript', JS: PDFString.of('app.launchURL("file:///etc/passwd")') },
      { S: 'URI', URI: PDFString.of('https://example.com/') },
    ];
    const { parts, xml } = await convertDrawn([
      (page, { regular }) => {
        const { context } = page.doc;
        actions.forEach((action, index) => {
          const y = 40 + 30 * index;
          write(page, regular, 12, 40, y, `Link number ${index}`);
          const annotation = context.obj({
            Type: 'Annot',
            Subtype: 'Link',
            Rect: [40, 500 - y - 4, 130, 500 - y + 12],
            A: { Type: 'Action', ...action },
          });
          const known = page.node.Annots() ?? context.obj([]);
          known.push(context.register(annotation));
          page.node.set(PDFName.of('Annots'), known);
        });
      },
    ]);
    const relationships = [...parts].filter(([name]) => name.endsWith('.rels')).map(([, content]) => content);
    const external = relationships.flatMap((content) =>
      [...content.matchAll(/Target="([^"]*)" TargetMode="External"/g)].map(([, target]) => target),
    );
    expect(external).toEqual(['https://example.com/']);
    expect([...parts.values()].join('')).not.toMatch(/javascript:|file:|evil|calc\.exe/i);
    expect(xml).toContain('Link number 0');
  });
});
