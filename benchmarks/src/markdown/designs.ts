/** How documents are set before they are converted: each is a kind of page with troubles of its own. */
export const designs: Readonly<Record<string, string>> = {
  /** A page of the web: borders around cells, code on a ground. */
  page: `body { font: 10.5pt/1.45 Helvetica, Arial, sans-serif } table { border-collapse: collapse }
    td, th { border: 1px solid #ccc; padding: 4px 9px } th { background: #f2f2f2 }
    pre { background: #f6f6f6; padding: 8px; font-size: 8.5pt } h1, h2 { border-bottom: 1px solid #ddd }`,
  /** A book: justified, tables with three rules, running lines. */
  book: `body { font: 11pt 'Liberation Serif', serif; text-align: justify } h1 { text-align: center; font-size: 20pt }
    table { border-top: 1.5px solid #000; border-bottom: 1.5px solid #000; border-collapse: collapse; margin: auto }
    th { border-bottom: 1px solid #000 } td, th { padding: 3px 10px; text-align: left }
    @page { margin: 25mm; @bottom-center { content: counter(page) } @top-right { content: 'Reference manual' } }`,
  /** A paper in two columns, with small tables in them. */
  paper: `body { font: 9pt 'Liberation Serif', serif; columns: 2; column-gap: 8mm } h1 { column-span: all; text-align: center }
    h2 { font-size: 11pt } h3 { font-size: 9.5pt; font-style: italic } pre { white-space: pre-wrap; font-size: 7pt }
    table { border-collapse: collapse; font-size: 7.5pt } td, th { border: .5px solid #444; padding: 2px 3px; overflow-wrap: anywhere }
    @page { margin: 18mm }`,
  /** A report: colours, rows shaded in turns without borders, page numbers. */
  report: `body { font: 10pt 'Noto Sans', sans-serif; color: #333 } h1 { font-size: 24pt } h2 { font-size: 15pt }
    h1, h2, h3 { color: #1a4a8a } table { border-collapse: collapse; width: 100% } td, th { padding: 6px 10px; text-align: left }
    th { background: #1a4a8a; color: #fff } tr:nth-child(even) td { background: #eef3fa }
    pre { border-left: 3px solid #1a4a8a; padding-left: 8px }
    @page { margin: 20mm; @bottom-right { content: 'Page ' counter(page) ' of ' counter(pages) } }`,
};
