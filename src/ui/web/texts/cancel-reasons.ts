import { cancelReasons as english } from './en/cancel-reasons.ts';
import { inLanguage } from './language.ts';

const cancelReasons = inLanguage('cancelReasons', english);

/** Reason in the chosen language. Reasons of users and clients stay as they are. */
export function shownReason(reason: string): string {
  if (Object.hasOwn(cancelReasons, reason)) return cancelReasons[reason] ?? reason;
  const [, element] = /'(.*)'$/.exec(reason) ?? [];
  if (element === undefined) return reason;
  const pattern = `${reason.slice(0, -element.length - 2)}'{element}'`;
  return Object.hasOwn(cancelReasons, pattern) ? (cancelReasons[pattern] ?? reason).replace('{element}', () => element) : reason;
}
