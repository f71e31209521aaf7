import { createRequire } from 'node:module';
import { type ConversionEngine, silentLogger, systemClock } from '@platen/core';
import { createMetrics } from '../../packages/http/src/metrics.ts';

const kinds = ['Counter', 'Gauge', 'Histogram'] as const;

interface Definition {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
}

/** Every metric with its kind, its labels and its help, as `@platen/http` defines them when it is asked for metrics. */
export function metricsTable(): string {
  const rows = definitions().map(([kind, { name, help, labelNames = [] }]) => {
    const labels = labelNames.map((label) => `\`${label}\``).join(', ');
    return `| \`${name}\` | ${kind.toLowerCase()} | ${labels} | ${help} |`;
  });
  return `| metric | kind | labels | |\n| --- | --- | --- | --- |\n${rows.toSorted().join('\n')}`;
}

function definitions(): readonly (readonly [(typeof kinds)[number], Definition])[] {
  const client = createRequire(new URL('../../packages/http/package.json', import.meta.url))('prom-client');
  const found: [(typeof kinds)[number], Definition][] = [];
  const own = kinds.map((kind) => [kind, client[kind]] as const);
  for (const [kind, Metric] of own) {
    client[kind] = class extends Metric {
      constructor(definition: Definition) {
        super(definition);
        found.push([kind, definition]);
      }
    };
  }
  // Nothing of the engine is asked before somebody reads the metrics.
  const engine = { on: () => () => {} } as unknown as ConversionEngine;
  createMetrics({ metrics: true, engine, clock: systemClock, logger: silentLogger }).close();
  Object.assign(client, Object.fromEntries(own));
  return found;
}
