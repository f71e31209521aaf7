import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ConversionEngine, silentLogger } from '@platen/core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { main } from '../../packages/cli/src/main.ts';
import { createRecordingTerminal } from '../../packages/cli/test/recording-terminal.ts';
import { createMetrics } from '../../packages/http/src/metrics.ts';

const deploy = fileURLToPath(new URL('../../deploy/', import.meta.url));
const read = (name: string) => readFileSync(join(deploy, name), 'utf8');

/** A program where it is installed; null, and its tests are reported as skipped, where it is not. */
function program(name: string): string | null {
  const folders = [
    ...(process.env.PATH ?? '').split(':'),
    '/usr/sbin',
    join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'platen-ci', name),
  ];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

const promtool = program('promtool');
const haproxy = program('haproxy');
const nginx = program('nginx');
const helm = program('helm');
const systemdAnalyze = program('systemd-analyze');

describe('alerts and the dashboard of Grafana', () => {
  test('every metric that they name is one that a node has', async () => {
    const none = async () => [];
    const nothing = { count: 0, lateMs: 0 };
    const engine = {
      operations: new Map([['ocr', null]]),
      status: async () => ({
        state: 'running',
        running: 0,
        maxQueued: 9,
        storage: 'ok',
        store: 'ok',
        workers: 'ok',
        workerStarts: null,
      }),
      on: () => () => {},
      get: async () => null,
      backlog: none,
      nodes: none,
      overdue: async () => ({ purge: nothing, outbox: nothing }),
    } as unknown as ConversionEngine;
    const metrics = createMetrics({ engine, metrics: true, logger: silentLogger, clock: { now: () => 0 } });
    const { body } = await metrics.reply();
    const known = new Set([...String(body).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
    const named = [...`${read('alerts.yaml')}${read('grafana.json')}`.matchAll(/\bplaten_\w+/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(20);
    const parts = /_(?:bucket|sum|count)$/;
    expect(named.filter((name) => !known.has(name) && !known.has(name.replace(parts, '')))).toEqual([]);
  });

  test('every alert has a test in which it fires, one in which it does not, and its place in the documentation', () => {
    const alerts = [...read('alerts.yaml').matchAll(/- alert: (\w+)/g)].map(([, name]) => String(name));
    const tests = read('alerts.test.yaml');
    const [firing = '', quiet = ''] = tests.split('- name: all is well');
    const documentation = readFileSync(join(deploy, '../docs/observability.md'), 'utf8');
    for (const name of alerts) {
      expect(firing).toContain(`alertname: ${name}\n        exp_alerts:\n          - exp_labels`);
      expect(quiet).toContain(`alertname: ${name}, exp_alerts: []`);
      expect(documentation).toContain(`\`${name}\``);
    }
  });

  test.skipIf(promtool === null)('each alert fires as it should (needs promtool of prometheus)', () => {
    execFileSync(promtool ?? '', ['test', 'rules', join(deploy, 'alerts.test.yaml')], { stdio: 'pipe' });
  });

  test('the panels of Grafana have places of their own', () => {
    const { panels } = JSON.parse(read('grafana.json')) as {
      readonly panels: readonly { readonly id: number; readonly gridPos: { readonly x: number; readonly y: number } }[];
    };
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ gridPos }) => `${gridPos.x} ${gridPos.y}`)).size).toBe(panels.length);
  });
});

describe('units, the chart and compose.yaml', () => {
  /** The flags behind each command, of lines of a shell, of lists and of arrays. */
  const commandLines = [
    ...readdirSync(join(deploy, 'systemd')).flatMap((name) => [
      ...read(`systemd/${name}`).matchAll(/^ExecStart=\S+ (\w+)(.*)$/gm),
    ]),
    ...readdirSync(join(deploy, 'helm/platen/templates')).flatMap((name) => [
      ...read(`helm/platen/templates/${name}`).matchAll(/args:(?: \[|\s+- )(\w+)([\s\S]*?)(?:\]|\n +ports)/g),
    ]),
    ...readFileSync(join(deploy, '../compose.yaml'), 'utf8').matchAll(/command: \["(serve|worker)"(.*)\]/g),
  ].map(([, command = '', rest = '']) => ({ command, flags: [...rest.matchAll(/--[a-z-]+/g)].map(([flag]) => flag) }));

  test('start commands that there are, with flags that these have', async () => {
    expect(commandLines.map(({ command }) => command).toSorted()).toEqual(
      [...Array(5).fill('serve'), ...Array(3).fill('worker'), ...Array(2).fill('migrate')].toSorted(),
    );
    for (const { command, flags } of commandLines) {
      const { terminal, printed } = createRecordingTerminal();
      expect(await main([command, '--help'], terminal)).toBe(0);
      const known = printed.join('\n');
      expect(flags.filter((flag) => !new RegExp(`${flag}\\b`).test(known))).toEqual([]);
    }
  });

  test.skipIf(systemdAnalyze === null)('systemd reads the units (needs systemd-analyze)', () => {
    const folder = mkdtempSync(join(tmpdir(), 'platen-units-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const units = readdirSync(join(deploy, 'systemd')).filter((name) => name.endsWith('.service'));
    for (const name of units) {
      // It looks whether the program is there.
      writeFileSync(join(folder, name), read(`systemd/${name}`).replaceAll('/usr/bin/platen', '/bin/true'));
    }
    const paths = units.map((name) => join(folder, name));
    const output = execFileSync(systemdAnalyze ?? '', ['verify', '--man=no', ...paths], { stdio: 'pipe' });
    expect(output.toString()).not.toContain('platen');
  });
});

describe('balancers', () => {
  test.skipIf(haproxy === null)('haproxy reads its settings (needs haproxy)', () => {
    execFileSync(haproxy ?? '', ['-c', '-f', join(deploy, 'haproxy.cfg')], { stdio: 'pipe' });
  });

  test.skipIf(nginx === null)('nginx reads its settings (needs nginx)', () => {
    const folder = mkdtempSync(join(tmpdir(), 'platen-nginx-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const own = `pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'error.log')};`;
    execFileSync(nginx ?? '', ['-t', '-q', '-p', folder, '-c', join(deploy, 'nginx.conf'), '-g', own], {
      stdio: 'pipe',
    });
  });
});

describe.skipIf(helm === null)('the chart (needs helm)', () => {
  const chart = join(deploy, 'helm/platen');
  const render = (...flags: readonly string[]) =>
    execFileSync(helm ?? '', ['template', 'one', chart, ...flags], { encoding: 'utf8', stdio: 'pipe' });

  test('is clean', () => {
    const output = execFileSync(helm ?? '', ['lint', '--strict', chart], { encoding: 'utf8', stdio: 'pipe' });
    expect(output).toContain('0 chart(s) failed');
  });

  test('has probes, time for the drain, no rights, and the migration ahead of the nodes', () => {
    const rendered = render(
      '--set',
      'api.drainSeconds=7',
      '--set',
      'api.graceSeconds=40',
      '--set',
      'dashboard.enabled=true',
    );
    expect(rendered).toContain('terminationGracePeriodSeconds: 62');
    expect(rendered.match(/path: \/readyz, port: http/g)).toHaveLength(3);
    expect(rendered.match(/readOnlyRootFilesystem: true/g)).toHaveLength(4);
    expect(rendered).toContain('helm.sh/hook: pre-install,pre-upgrade');
    expect(rendered).toContain('--drain-seconds=7');
    expect(rendered.match(/kind: Deployment/g)).toHaveLength(3);
    expect(render('--set', 'migrate.enabled=false')).not.toContain('kind: Job');
  });

  test('refuses a password where everybody can read it', () => {
    expect(() => render('--set', 'store=postgres://me:hunter2@db/platen')).toThrow(/store/);
  });
});
