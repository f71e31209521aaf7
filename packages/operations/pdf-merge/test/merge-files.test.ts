import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { ConversionError } from '@platen/core';
import {
  createInflateBudget,
  decodeStream,
  inspectPdf,
  type OpenedPdf,
  openPdf,
  readDocumentStructure,
  writePdf,
} from '@platen/pdf-kit/objects';
import { openRenderer } from '@platen/pdf-kit/render';
import { PDFArray, PDFDict, PDFHexString, PDFName, type PDFObject, PDFRef, PDFStream, PDFString } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { copyOf, type Merged, merge } from './merged.ts';

const hasQpdf = spawnSync('qpdf', ['--version']).status === 0;

describe('pages', () => {
  test('pages come in the order of the files, with what they inherited', async () => {
    const { document } = await merge(['signed.pdf', 'specimen.pdf']);
    expect(document.pages).toHaveLength(5);
    expect(document.pages.map(({ dict }) => dict.lookup(PDFName.Rotate)?.toString() ?? '0')).toEqual([
      '0',
      '0',
      '0',
      '90',
      '90',
    ]);
    expect(document.pages[1]?.dict.lookup(PDFName.MediaBox)?.toString()).toBe('[ 0 0 300 400 ]');
  });

  test('the merged file is named after the first', async () => {
    expect((await merge(['specimen.pdf', 'signed.pdf'])).fileName).toBe('specimen-merged.pdf');
  });

  test.skipIf(!hasQpdf)('qpdf finds nothing wrong with a merge of everything (needs qpdf)', async () => {
    const { path } = await merge(['specimen.pdf', 'signed.pdf', 'specimen.pdf', 'owner-only-rc4.pdf']);
    const check = spawnSync('qpdf', ['--check', path], { encoding: 'utf8' });
    expect(check.stdout + check.stderr).toContain('No syntax or stream encoding errors');
    expect(check.status).toBe(0);
  });
});

describe('outline', () => {
  test('each file has an entry with its name above its own outline', async () => {
    const { structure } = await merge(['specimen.pdf', 'signed.pdf']);
    expect(structure.outline.map(({ dict }) => title(dict))).toEqual(['specimen.pdf', 'signed.pdf']);
    expect(structure.outline.map(({ pageIndex }) => pageIndex)).toEqual([0, 4]);
    const [first] = structure.outline;
    expect(first?.children.map(({ dict }) => title(dict))).toEqual(['Chapter one', 'Chapter three']);
    expect(first?.children.map(({ pageIndex }) => pageIndex)).toEqual([0, 2]);
  });

  test('without bookmarks the outlines follow each other as they are', async () => {
    const { structure } = await merge(['specimen.pdf', 'specimen.pdf'], { bookmarks: 'false' });
    expect(structure.outline.map(({ pageIndex }) => pageIndex)).toEqual([0, 2, 4, 6]);
    expect(structure.outline[2]?.children.map(({ pageIndex }) => pageIndex)).toEqual([5]);
  });
});

describe('links and named destinations', () => {
  test('a link leads to the page of its own file', async () => {
    const { document, structure } = await merge(['specimen.pdf', 'specimen.pdf']);
    const [link] = annotations(document.pages[4]?.dict);
    expect(structure.destinationPage(link?.get(PDFName.of('Dest')))).toBe(6);
  });

  test('a named destination that an earlier file has is renamed, and links to it follow', async () => {
    const { document, structure } = await merge(['specimen.pdf', 'specimen.pdf']);
    const pagesByName = [...structure.destinations].map(([name, { pageIndex }]) => [name, pageIndex]);
    expect(pagesByName).toEqual([
      ['chapter-2', 1],
      ['chapter-2_2', 5],
      ['chapter-3', 2],
      ['chapter-3_2', 6],
    ]);
    const action = annotations(document.pages[4]?.dict)[1]?.lookup(PDFName.of('A'), PDFDict);
    expect(structure.destinationPage(action?.get(PDFName.of('D')))).toBe(5);
  });

  test('a destination by name object, of the older dictionary, is found in the merged name tree', async () => {
    const file = await changed(({ catalog, context, pages }) => {
      catalog.set(PDFName.of('Dests'), context.obj({ old: [pages[3]?.ref, 'Fit'] }));
      annotations(pages[0]?.dict)[0]?.set(PDFName.of('Dest'), PDFName.of('old'));
    });
    const { document, structure } = await merge([file, file]);
    const [link] = annotations(document.pages[4]?.dict);
    expect(link?.get(PDFName.of('Dest'))).toBeInstanceOf(PDFHexString);
    expect(structure.destinationPage(link?.get(PDFName.of('Dest')))).toBe(7);
  });

  test('named destinations that give a page by its number lead to that page of their own file', async () => {
    const file = await changed(({ catalog, context }) => {
      catalog.set(PDFName.of('Dests'), context.obj({ plain: [3, 'Fit'], wrapped: { D: [2, 'Fit'] } }));
    });
    const { structure } = await merge(['specimen.pdf', file]);
    expect(['plain', 'wrapped'].map((name) => structure.destinations.get(name)?.pageIndex)).toEqual([7, 6]);
  });

  test('an external link is kept as it is', async () => {
    const { document } = await merge(['specimen.pdf', 'signed.pdf']);
    const action = annotations(document.pages[0]?.dict)[2]?.lookup(PDFName.of('A'), PDFDict);
    expect(action?.lookup(PDFName.of('URI'), PDFString).decodeText()).toBe('https://example.org/');
  });
});

describe('form fields', () => {
  test('fields of every kind keep their values', async () => {
    const { document } = await merge(['specimen.pdf', 'signed.pdf']);
    const fields = formFields(document.catalog).map((field) => [
      title(field, 'T'),
      field.lookup(PDFName.of('V'))?.toString(),
    ]);
    expect(fields).toEqual([
      ['name', '(Ada)'],
      ['agree', '/Yes'],
      ['colour', '/red'],
      ['size', '(large)'],
    ]);
  });

  test('a name that an earlier file has is changed, with a warning', async () => {
    const { document, warnings } = await merge(['specimen.pdf', 'specimen.pdf']);
    const names = formFields(document.catalog).map((field) => title(field, 'T'));
    expect(names).toEqual(['name', 'agree', 'colour', 'size', 'name_2', 'agree_2', 'colour_2', 'size_2']);
    expect(warnings).toContain('FIELDS_RENAMED');
  });

  test('a radio group stays one field whose buttons are on the page', async () => {
    const { document } = await merge(['specimen.pdf', 'specimen.pdf']);
    const group = formFields(document.catalog)[6];
    const buttons = group?.lookup(PDFName.of('Kids'), PDFArray).asArray() ?? [];
    expect(buttons).toHaveLength(2);
    const onPage = document.pages[5]?.dict.lookup(PDFName.Annots, PDFArray).asArray() ?? [];
    expect(onPage).toEqual(expect.arrayContaining(buttons));
    expect(annotations(document.pages[5]?.dict)[1]?.lookup(PDFName.Parent)).toBe(group);
  });

  test('the calculation orders follow each other', async () => {
    const { document } = await merge(['specimen.pdf', 'specimen.pdf']);
    const order = form(document.catalog).lookup(PDFName.of('CO'), PDFArray);
    expect(order.asArray().map((ref) => title(document.context.lookup(ref, PDFDict), 'T'))).toEqual(['name', 'name_2']);
  });

  test('a default font of the same name but another face is renamed, and its fields use the new name', async () => {
    const other = await changed(({ catalog, context }) => {
      const font = context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Courier' });
      form(catalog).lookup(PDFName.of('DR'), PDFDict).lookup(PDFName.Font, PDFDict).set(PDFName.of('Helv'), font);
    });
    const { document } = await merge(['specimen.pdf', other]);
    const fonts = form(document.catalog).lookup(PDFName.of('DR'), PDFDict).lookup(PDFName.Font, PDFDict);
    const faces = fonts
      .entries()
      .map(([name]) => [name.decodeText(), fonts.lookup(name, PDFDict).get(PDFName.of('BaseFont'))?.toString()]);
    expect(faces).toEqual([
      ['Helv', '/Helvetica'],
      ['Helv_2', '/Courier'],
    ]);
    const field = formFields(document.catalog).find((each) => title(each, 'T') === 'name_2');
    expect(field?.lookup(PDFName.of('DA'), PDFString).asString()).toContain('/Helv_2 ');
  });

  test('a signature goes, with a warning', async () => {
    const { document, warnings } = await merge(['specimen.pdf', 'signed.pdf']);
    expect(inspectPdf(document).signed).toBe(false);
    expect(warnings).toContain('SIGNATURE_BROKEN');
  });
});

describe('page labels', () => {
  test('every page keeps its label, and pages without one their number', async () => {
    const { structure } = await merge(['specimen.pdf', 'signed.pdf', 'specimen.pdf']);
    const labels = [...structure.labels].map(([page, label]) => [page, label.toString().replace(/\s+/g, ' ')]);
    expect(labels).toEqual([
      [0, '<< /S /r >>'],
      [2, '<< /S /D /P (A-) /St 5 >>'],
      [4, '<< /S /D >>'],
      [5, '<< /S /r >>'],
      [7, '<< /S /D /P (A-) /St 5 >>'],
    ]);
  });
});

describe('attachments', () => {
  test('attachments of all files are kept, under new names where needed', async () => {
    const { document, structure } = await merge(['specimen.pdf', 'specimen.pdf']);
    const attachments = structure.names.get('EmbeddedFiles') ?? new Map();
    expect([...attachments.keys()]).toEqual(['notes.txt', 'notes.txt_2']);
    const file = document.context.lookup(attachments.get('notes.txt_2'), PDFDict).lookup(PDFName.of('EF'), PDFDict);
    const bytes = decodeStream(file.lookup(PDFName.of('F'), PDFStream), createInflateBudget(1_000));
    expect(Buffer.from(bytes ?? []).toString()).toBe('Notes that travel with the document.');
  });
});

describe('associated files', () => {
  test('files associated with the documents stay associated', async () => {
    const invoice = await changed((document) => {
      const [file] = readDocumentStructure(document).names.get('EmbeddedFiles')?.values() ?? [];
      document.catalog.set(PDFName.of('AF'), document.context.obj([file]));
    });
    const merged = await merge([invoice, invoice]);
    const files = merged.document.catalog.lookup(PDFName.of('AF'), PDFArray).asArray();
    expect(files).toEqual([...(merged.structure.names.get('EmbeddedFiles') ?? new Map()).values()]);
  });
});

describe('layers', () => {
  test('layers of all files stand in the panel under their files, hidden ones off', async () => {
    const { document, structure } = await merge(['specimen.pdf', 'specimen.pdf']);
    expect(inspectPdf(document).layerCount).toBe(4);
    const config = structure.layers?.lookup(PDFName.of('D'), PDFDict);
    const off = config?.lookup(PDFName.of('OFF'), PDFArray).asArray() ?? [];
    expect(off.map((ref) => title(document.context.lookup(ref, PDFDict), 'Name'))).toEqual([
      'Hidden layer',
      'Hidden layer',
    ]);
    expect(config?.lookup(PDFName.of('Order'), PDFArray).size()).toBe(2);
  });

  test('a hidden layer stays hidden when a page is drawn', async () => {
    const { path } = await merge(['signed.pdf', 'specimen.pdf']);
    expect(await pixelAt(path, 3, 40, 175)).toEqual([0, 0, 255]);
    expect(await pixelAt(path, 3, 200, 150)).toEqual([255, 255, 255]);
  });
});

describe('tags', () => {
  test('the trees follow each other, and every page finds its own elements', async () => {
    const { document, structure } = await merge(['specimen.pdf', 'signed.pdf', 'specimen.pdf']);
    const whole = structure.tags?.root.lookup(PDFName.of('K'), PDFArray).lookup(0, PDFDict);
    expect(whole?.lookup(PDFName.of('S'))).toBe(PDFName.of('Document'));
    expect(whole?.lookup(PDFName.of('K'), PDFArray).size()).toBe(2);
    for (const index of [0, 1, 2, 5, 6, 7]) {
      const page = document.pages[index];
      const key = page?.dict.lookup(PDFName.of('StructParents'))?.toString();
      const parents = document.context.lookup(structure.tags?.parents.get(Number(key)), PDFArray);
      expect(pageOfElement(parents.lookup(0, PDFDict))).toBe(page?.ref);
    }
  });

  test('a tagged form field is found from its structure key', async () => {
    const { document, structure } = await merge(['specimen.pdf', 'specimen.pdf']);
    const widget = annotations(document.pages[4]?.dict)[3];
    const key = Number(widget?.lookup(PDFName.of('StructParent'))?.toString());
    const element = document.context.lookup(structure.tags?.parents.get(key), PDFDict);
    expect(element.lookup(PDFName.of('K'), PDFDict).lookup(PDFName.of('Obj'))).toBe(widget);
  });

  test('an untagged file first leaves no page with a key of another file', async () => {
    const { document } = await merge(['signed.pdf', 'specimen.pdf']);
    expect(document.pages[0]?.dict.has(PDFName.of('StructParents'))).toBe(false);
    expect(inspectPdf(document).tagged).toBe(true);
  });
});

describe('the rest of the document', () => {
  test('article threads of all files are kept', async () => {
    const { document } = await merge(['specimen.pdf', 'specimen.pdf']);
    expect(document.catalog.lookup(PDFName.of('Threads'), PDFArray).size()).toBe(2);
  });

  test('language, title and metadata are those of the first file', async () => {
    const { document } = await merge(['specimen.pdf', 'signed.pdf']);
    expect(title(document.catalog, 'Lang')).toBe('en-GB');
    expect(document.catalog.lookup(PDFName.of('Metadata'))).toBeInstanceOf(PDFStream);
    expect(title(document.context.lookup(document.context.trailerInfo.Info, PDFDict))).toBe('A specimen');
  });

  test('equal fonts of several files are stored once', async () => {
    const { document } = await merge(['specimen.pdf', 'specimen.pdf', 'specimen.pdf']);
    const fonts = document.context
      .enumerateIndirectObjects()
      .filter(([, object]) => object instanceof PDFDict && object.get(PDFName.of('BaseFont')) !== undefined);
    expect(fonts).toHaveLength(1);
  });
});

describe('PDF/A', () => {
  test('a claim that every file makes is kept, without object streams for PDF/A-1', async () => {
    const file = await claiming('1');
    const { document, path } = await merge([file, file]);
    expect(inspectPdf(document).pdfA).toBe('1b');
    expect(readFileSync(path).includes('/ObjStm')).toBe(false);
  });

  test('a claim that another file does not make is taken out', async () => {
    const { document } = await merge([await claiming('2'), 'signed.pdf']);
    expect(inspectPdf(document).pdfA).toBeNull();
    expect(document.catalog.lookup(PDFName.of('Metadata'))).toBeInstanceOf(PDFStream);
  });
});

describe('structure types', () => {
  test('a type that two files map to different ones is told apart', async () => {
    const other = await changed((document) => {
      const roles = document.catalog
        .lookup(PDFName.of('StructTreeRoot'), PDFDict)
        .lookup(PDFName.of('RoleMap'), PDFDict);
      roles.set(PDFName.of('Chapter'), PDFName.of('Div'));
    });
    const { document, structure } = await merge(['specimen.pdf', other]);
    const roles = structure.tags?.root.lookup(PDFName.of('RoleMap'), PDFDict);
    expect(roles?.entries().map(([name, type]) => [name.decodeText(), type.toString()])).toEqual([
      ['Chapter', '/Sect'],
      ['Chapter_2', '/Div'],
    ]);
    const page = document.pages[5];
    const key = Number(page?.dict.lookup(PDFName.of('StructParents'))?.toString());
    const element = document.context.lookup(structure.tags?.parents.get(key), PDFArray).lookup(0, PDFDict);
    expect(element.get(PDFName.of('S'))?.toString()).toBe('/Chapter_2');
  });
});

describe('identifiers of tags', () => {
  test('one that an earlier file has is renamed, and cells that name it as their header follow', async () => {
    const file = await changed(({ catalog, context }) => {
      const tags = catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict);
      const cells = context.enumerateIndirectObjects().filter(([, object]) => isElement(object, 'TD'));
      const [[headerRef, header] = [], [, cell] = []] = cells;
      if (!(header instanceof PDFDict) || !(cell instanceof PDFDict) || headerRef === undefined)
        throw new Error('no cells');
      header.set(PDFName.of('ID'), PDFString.of('head'));
      cell.set(PDFName.of('A'), context.obj({ O: 'Table', Headers: [PDFString.of('head')] }));
      tags.set(PDFName.of('IDTree'), context.obj({ Names: [PDFString.of('head'), headerRef] }));
    });
    const { document } = await merge([file, file]);
    const cells = document.context
      .enumerateIndirectObjects()
      .flatMap(([, object]) => (isElement(object, 'TD') ? [object as PDFDict] : []));
    expect(
      cells
        .map((cell) => title(cell, 'ID'))
        .filter((id) => id !== null)
        .sort(),
    ).toEqual(['head', 'head_2']);
    const headers = cells.flatMap(
      (cell) => cell.lookupMaybe(PDFName.of('A'), PDFDict)?.lookup(PDFName.of('Headers'), PDFArray) ?? [],
    );
    expect(headers.map((array) => array.lookup(0, PDFString, PDFHexString).decodeText()).sort()).toEqual([
      'head',
      'head_2',
    ]);
  });
});

describe('bad input', () => {
  test('the error names the one file of several that is bad', async () => {
    const bad = copyOf('signed.pdf', 'bad.pdf');
    writeFileSync(bad, 'This is not a PDF at all.');
    const error = await merge(['specimen.pdf', bad]).catch((failure: unknown) => failure);
    expect(error).toMatchObject({
      code: 'PROCESSING_FAILED',
      details: { reason: 'damaged_file', fileName: 'bad.pdf' },
    });
  });

  test('an encrypted file without its password is told apart from a wrong password', async () => {
    const failure = (options: object) =>
      merge(['specimen.pdf', 'encrypted-aes256.pdf'], { ...options }).catch((error: unknown) => error);
    expect(await failure({})).toMatchObject({ code: 'PDF_ENCRYPTED', details: { reason: 'password_required' } });
    expect(await failure({ password: 'wrong' })).toMatchObject({ details: { reason: 'password_incorrect' } });
  });

  test('each file finds its password among those given', async () => {
    const files = ['encrypted-aes256.pdf', 'encrypted-aes128.pdf', 'owner-only-rc4.pdf'];
    const { document, warnings } = await merge(files, { password: ['geheim', 'open'] });
    expect(document.pages).toHaveLength(3);
    expect(document.encrypted).toBe(false);
    expect(warnings).toContain('ENCRYPTION_REMOVED');
  });

  test('errors are of the one kind that operations throw', async () => {
    const error = await merge(['encrypted-aes256.pdf', 'signed.pdf']).catch((failure: unknown) => failure);
    expect(ConversionError.is(error)).toBe(true);
  });
});

/** The specimen with a change, as a file. */
async function changed(change: (document: OpenedPdf) => void): Promise<string> {
  const path = copyOf('specimen.pdf', 'changed.pdf');
  const document = await openPdf(path);
  change(document);
  writePdf(document, path);
  return path;
}

/** The specimen with a claim to PDF/A in its metadata. */
function claiming(part: string): Promise<string> {
  return changed(({ catalog, context }) => {
    const xmp = `<rdf:Description pdfaid:part="${part}" pdfaid:conformance="B"/>`;
    const metadata = context.stream(xmp, { Type: 'Metadata', Subtype: 'XML' });
    catalog.set(PDFName.of('Metadata'), context.register(metadata));
  });
}

function title(dict: PDFDict, key = 'Title'): string | null {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : null;
}

function isElement(object: PDFObject, type: string): boolean {
  return object instanceof PDFDict && object.get(PDFName.of('S')) === PDFName.of(type);
}

function form(catalog: PDFDict): PDFDict {
  return catalog.lookup(PDFName.of('AcroForm'), PDFDict);
}

function formFields(catalog: PDFDict): readonly PDFDict[] {
  const fields = form(catalog).lookup(PDFName.of('Fields'), PDFArray);
  return fields.asArray().map((ref) => catalog.context.lookup(ref, PDFDict));
}

function annotations(page: PDFDict | undefined): readonly PDFDict[] {
  const array = page?.lookup(PDFName.Annots, PDFArray);
  return array?.asArray().map((ref) => array.lookup(array.indexOf(ref) ?? 0, PDFDict)) ?? [];
}

/** The page of an element, its own or that of its marked content. */
function pageOfElement(element: PDFDict): PDFRef | undefined {
  const content = element.lookup(PDFName.of('K'));
  const page =
    element.get(PDFName.of('Pg')) ?? (content instanceof PDFDict ? content.get(PDFName.of('Pg')) : undefined);
  return page instanceof PDFRef ? page : undefined;
}

async function pixelAt(path: Merged['path'], page: number, x: number, y: number): Promise<readonly number[]> {
  const renderer = await openRenderer(path);
  const rendered = await renderer.renderPage(page, { dpi: 72 });
  const start = (y * rendered.width + x) * rendered.channels;
  const pixel = [...rendered.data.subarray(start, start + 3)];
  rendered.release();
  renderer.close();
  return pixel;
}

describe('active content', () => {
  const scripts = ({ document: { context } }: Merged) =>
    context.enumerateIndirectObjects().join('\n').includes('/JavaScript');

  test('is kept unless told otherwise, with a warning', async () => {
    const merged = await merge(['signed.pdf', 'specimen.pdf']);
    expect(scripts(merged)).toBe(true);
    expect(merged.warnings).toContain('ACTIVE_CONTENT');
  });

  test('of every file is removed when asked, with a warning', async () => {
    const merged = await merge(['signed.pdf', 'specimen.pdf'], { activeContent: 'remove' });
    expect(scripts(merged)).toBe(false);
    expect(merged.warnings).toContain('ACTIVE_CONTENT_REMOVED');
    expect(formFields(merged.document.catalog)).not.toHaveLength(0);
  });
});
