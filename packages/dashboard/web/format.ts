/** Numbers, sizes and times as people read them. */

const units = ['B', 'KB', 'MB', 'GB', 'TB'];

export function bytes(value: number): string {
  const step = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(value) / Math.log(1024)));
  const scaled = value / 1024 ** step;
  return `${scaled < 10 && step > 0 ? scaled.toFixed(1) : Math.round(scaled)} ${units[step]}`;
}

export function count(value: number): string {
  return value.toLocaleString('en');
}

/** `1 file`, `2 files`. */
export function plural(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}

export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`;
  const seconds = ms / 1_000;
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} days`;
}

/** A duration in one unit, for a scale. */
export function shortDuration(ms: number): string {
  const [value, unit] =
    ms < 1_000
      ? [ms, 'ms']
      : ms < 60_000
        ? [ms / 1_000, 's']
        : ms < 3_600_000
          ? [ms / 60_000, 'min']
          : [ms / 3_600_000, 'h'];
  return ms === 0 ? '0' : `${Number(value.toFixed(1))} ${unit}`;
}

/** How long ago, or how far ahead. */
export function fromNow(time: number, now: number): string {
  const ms = now - time;
  if (Math.abs(ms) < 5_000) return 'just now';
  const text = coarse(Math.abs(ms));
  return ms > 0 ? `${text} ago` : `in ${text}`;
}

function coarse(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 36 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}

const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const clocks = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

export const moment = (time: number): string => moments.format(time);
export const date = (time: number): string => dates.format(time);
export const clock = (time: number): string => clocks.format(time);
/** A day of the calendar (UTC), given as `2026-11-22`. */
export const day = (text: string): string => days.format(Date.parse(text));

/** Words that are written in capitals. */
const abbreviations = /\b(dpi|hocr|ocr|pdf|ppi|url)\b/gi;

/** `maxFileBytes` as "Max file bytes", `ocr` as "OCR". */
export function words(name: string): string {
  const spaced = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return (spaced.charAt(0).toUpperCase() + spaced.slice(1)).replace(abbreviations, (word) => word.toUpperCase());
}
