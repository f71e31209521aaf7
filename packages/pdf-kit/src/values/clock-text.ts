/** Hours and minutes, with seconds or without, or minutes and seconds with hundredths; perhaps a mark of a note or of a record. */
const clock = /^\d{1,3}:[0-5]\d(?::[0-5]\d)?(?:[.,]\d{1,3})?(?:\s*[ap]\.?m\.?)?[a-z*]?$/iu;

/** Whether a text is a time of the day or a duration: `14:05`, `9:30 a.m.`, `1:02:03`, `2:14.43`. */
export function isClockText(text: string): boolean {
  return clock.test(text.trim());
}
