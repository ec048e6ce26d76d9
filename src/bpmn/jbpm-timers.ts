import type { TimerForm } from '../engine/model.ts';

/** `1d 2h 3m 4s 5ms`, or a bare number of milliseconds; blanks are single ones here, so no text takes long to read. */
const SPAN = /^(?:(\d{1,15}) ?d ?)?(?:(\d{1,15}) ?h ?)?(?:(\d{1,15}) ?m(?!s) ?)?(?:(\d{1,15}) ?s ?)?(?:(\d{1,15})(?: ?ms)?)?$/;
/** A longer text is none of theirs. Unit: characters. */
const LONGEST = 100;
/** Between the time to the first occurrence and the time from one to the next. */
const PERIOD = '###';

/**
 * A timer text as jBPM reads it, in words of ISO 8601; undefined for a text that is none of its own (docs/contributing/spec/validation.md#files-of-jbpm).
 * @param tag of the event: what it catches once needs no period
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
