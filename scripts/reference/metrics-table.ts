import { readFileSync } from 'node:fs';

const sources = ['metrics', 'job-metrics', 'node-gauges', 'shared-gauges'];

/** Every metric with its kind, its labels and its help, as the sources of `@platen/http` define them. */
export function metricsTable(): string {
  const text = sources
    .map((name) => readFileSync(new URL(`../../packages/http/src/${name}.ts`, import.meta.url), 'utf8'))
    .join('\n');
  const rows = [...text.matchAll(/new (?:client\.)?(Counter|Gauge|Histogram)\(\{([\s\S]*?)\}\)/g)].map(
    ([, kind = '', body = '']) => {
      const name = /name: '(\w+)'/.exec(body)?.[1];
      const help = /help: '(.*?)'/.exec(body)?.[1];
      const labels = [...(/labelNames: \[(.*?)\]/.exec(body)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(
        ([, label]) => label,
      );
      return `| \`${name}\` | ${kind.toLowerCase()} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`;
    },
  );
  return `| metric | kind | labels | |\n| --- | --- | --- | --- |\n${rows.toSorted().join('\n')}`;
}
