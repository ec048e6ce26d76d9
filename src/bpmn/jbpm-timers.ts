import type { TimerForm } from '../engine/model.ts';

/** `1d 2h 3m 4s 5ms`, or a number of milliseconds. Expects single blanks, so matching takes linear time. */
const SPAN = /^(?:(\d{1,15}) ?d ?)?(?:(\d{1,15}) ?h ?)?(?:(\d{1,15}) ?m(?!s) ?)?(?:(\d{1,15}) ?s ?)?(?:(\d{1,15})(?: ?ms)?)?$/;
/** Longer texts are not jBPM timers. Unit: characters. */
const LONGEST = 100;
/** Separates the delay of the first occurrence from the period. */
const PERIOD = '###';

/**
 * Converts a jBPM timer to ISO 8601; undefined for other formats (docs/contributing/spec/validation.md#files-of-jbpm).
 * @param tag of the event: an intermediate catch event fires once and needs no period
 */
export function timerOfJbpm(
  form: TimerForm,
  text: string,
  tag: string,
): { readonly text: string; readonly warning?: string } | undefined {
  if (form === 'timeDate') return undefined;
  const [first = '', then, ...more] = text.split(PERIOD);
  const delay = durationOf(first);
  if (delay === undefined || more.length > 0) return undefined;
  if (form === 'timeDuration') return then === undefined ? { text: delay } : undefined;
  if (then === undefined || tag === 'intermediateCatchEvent') return { text: `R1/${delay}` };
  const period = durationOf(then);
  if (period === undefined) return undefined;
  const warning = `the timer is first due after ${period}, as every time after it, not after ${delay}`;
  return { text: `R/${period}`, ...(delay === period ? {} : { warning }) };
}

function durationOf(text: string): string | undefined {
  const single = text.length > LONGEST ? '' : text.trim().replace(/\s+/g, ' ');
  const match = SPAN.exec(single);
  if (match === null || single === '') return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0, millis = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return `P${days}DT${hours}H${minutes}M${seconds + Math.floor(millis / 1000)}.${String(millis % 1000).padStart(3, '0')}S`;
}
