import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Links of the built pages that lead nowhere: no such file, or no such heading in it, as `page: target`. */
export function findDeadLinks(site: string, base: string): readonly string[] {
  const files = new Set(globSync('**/*.*', { cwd: site }));
  const pages = [...files].filter((file) => file.endsWith('.html'));
  const ids = new Map(pages.map((page) => [page, idsOf(readFileSync(join(site, page), 'utf8'))]));
  return pages.flatMap((page) => {
    const html = readFileSync(join(site, page), 'utf8');
    const targets = [...html.matchAll(/\s(?:href|src)="([^"]+)"/g)].map(([, target = '']) => decodeEntities(target));
    const dead = [...new Set(targets)].filter((target) => {
      const { origin, pathname, hash } = new URL(target, `http://site.invalid${base}${page}`);
      if (origin !== 'http://site.invalid') return false;
      const path = decodeURIComponent(pathname).slice(base.length);
      const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
      if (!files.has(file)) return true;
      return hash !== '' && ids.get(file)?.has(decodeURIComponent(hash.slice(1))) === false;
    });
    return dead.map((target) => `${page}: ${target}`);
  });
}

const idsOf = (html: string) => new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => decodeEntities(id)));

const decodeEntities = (text: string) =>
  text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");
