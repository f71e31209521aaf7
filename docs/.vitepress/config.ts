import { defineConfig } from 'vitepress';
import { labelOf, sections } from '../../scripts/site/pages.ts';

/** As GitHub makes them, which the links of the documents go by. */
function slugify(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

const sidebar = sections.map(({ title, collapsed = false, pages }) => ({
  text: title,
  collapsed,
  items: pages.map((page) => ({ text: labelOf(page), link: `/${page.path}` })),
}));

export default defineConfig({
  lang: 'en',
  title: 'Platen',
  description: 'The file conversion engine that Node teams embed in the server they already run.',
  srcDir: '../build/site',
  outDir: '../build/docs',
  cacheDir: '../node_modules/.cache/vitepress',
  base: process.env.PLATEN_DOCS_BASE ?? '/',
  // Pages that nobody opens are not fetched.
  router: { prefetchLinks: false },
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: { anchor: { slugify }, toc: { slugify }, headers: { slugify } },
  themeConfig: {
    // A label that holds the text, as WCAG 2.5.3 asks.
    notFound: { linkText: 'Go to the start page', linkLabel: 'Go to the start page' },
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Tutorial', link: '/tutorial' },
      { text: 'Recipes', link: '/recipes/index' },
      { text: 'Reference', link: '/reference/http' },
      { text: 'Compare', link: '/compare' },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
  },
});
