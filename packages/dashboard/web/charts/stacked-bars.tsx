import { useState } from 'preact/hooks';
import { day } from '../format.ts';
import { roundSteps } from './round-steps.ts';
import { useWidth } from './use-width.ts';

export interface Series {
  readonly name: string;
  /** 1–8: one of the colours of the tokens. */
  readonly color: number;
  /** One for each day. */
  readonly values: readonly number[];
}

const height = 200;
const plot = { top: 10, bottom: 24, left: 58, right: 20 };
/** A label under the bars needs about so much. */
const labelWidth = 58;

/** A bar for each day, of one part for each series. The numbers are in a table below for those who do not see it. */
// Long: the markup of one chart.
export function StackedBars({
  title,
  days,
  series,
  format,
  formatStep = format,
  stepsTo = roundSteps,
}: {
  readonly title: string;
  readonly days: readonly string[];
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
  /** For the scale: shorter. */
  readonly formatStep?: (value: number) => string;
  /** The values of the scale, from 0 past the highest bar. */
  readonly stepsTo?: (max: number) => readonly number[];
}) {
  const [element, width] = useWidth<HTMLDivElement>();
  const [pointed, setPointed] = useState<number | null>(null);
  const totals = days.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
  const steps = stepsTo(Math.max(...totals));
  const top = steps.at(-1) ?? 1;
  const inner = { width: Math.max(0, width - plot.left - plot.right), height: height - plot.top - plot.bottom };
  const slot = inner.width / days.length;
  const barWidth = Math.max(2, Math.min(34, slot * 0.68));
  const y = (value: number) => plot.top + inner.height * (1 - value / top);
  const every = Math.max(1, Math.ceil(labelWidth / slot));
  const shownTotal = pointed === null ? totals.reduce((sum, each) => sum + each, 0) : (totals[pointed] ?? 0);
  const amountOf = ({ values }: Series) =>
    pointed === null ? values.reduce((sum, each) => sum + each, 0) : (values[pointed] ?? 0);
  return (
    <figure class="chart">
      <figcaption class="chart-head">
        <h2>{title}</h2>
        <span class="small muted numbers">
          {pointed === null ? 'In all' : day(days[pointed] ?? '')}: <strong>{format(shownTotal)}</strong>
        </span>
      </figcaption>
      <div ref={element} class="chart-plot" onPointerLeave={() => setPointed(null)}>
        {width > 0 && (
          <svg
            width={width}
            height={height}
            role="img"
            aria-label={`${title}, ${days.length} days: ${format(totals.reduce((a, b) => a + b, 0))} in all. The numbers are in the table below.`}
          >
            {steps.map((step) => (
              <g key={step}>
                <line class="chart-line" x1={plot.left} x2={width} y1={y(step)} y2={y(step)} />
                <text class="chart-text" x={plot.left - 8} y={y(step) + 4} text-anchor="end">
                  {formatStep(step)}
                </text>
              </g>
            ))}
            {days.map((each, index) => {
              const center = plot.left + slot * (index + 0.5);
              return (
                <g
                  key={each}
                  onPointerEnter={() => setPointed(index)}
                  class={pointed === null || pointed === index ? '' : 'chart-dim'}
                >
                  <rect class="chart-catch" x={center - slot / 2} y={0} width={slot} height={height} />
                  <Stack series={series} index={index} x={center - barWidth / 2} width={barWidth} y={y} />
                  {(days.length - 1 - index) % every === 0 && (
                    <text class="chart-text" x={center} y={height - 6} text-anchor="middle">
                      {day(each)}
                    </text>
                  )}
                </g>
              );
            })}
          </svg>
        )}
      </div>
      <ul class="legend">
        {series.map((each) => (
          <li key={each.name}>
            <i data-series={each.color} />
            {each.name}
            <span class="muted numbers">{format(amountOf(each))}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}

function Stack({
  series,
  index,
  x,
  width,
  y,
}: {
  readonly series: readonly Series[];
  readonly index: number;
  readonly x: number;
  readonly width: number;
  readonly y: (value: number) => number;
}) {
  let below = 0;
  return (
    <>
      {series.map(({ name, color, values }) => {
        const value = values[index] ?? 0;
        if (value === 0) return null;
        const from = below;
        below += value;
        const barHeight = Math.max(1.5, y(from) - y(below) - 1);
        return (
          <rect
            key={name}
            data-series={color}
            x={x}
            width={width}
            y={y(below)}
            height={barHeight}
            rx={Math.min(3, barHeight / 2)}
          />
        );
      })}
    </>
  );
}
