import type { TimerRules } from '../../engine/model.ts';
import { weekdayNumberIn } from '../../expressions/timers.ts';
import type { ReadContext } from '../elements/element-reader.ts';

type RulesContext = Pick<ReadContext, 'followsDialects' | 'platform' | 'document'>;

/** Timer rules of a file; undefined for versions stored by older releases (docs/contributing/spec/waiting.md#rules-of-files). */
export function timerRulesOf({ followsDialects, platform, document }: RulesContext): TimerRules | undefined {
  if (!followsDialects) return undefined;
  // Camunda 8 has Spring cron. There, as in jBPM, a timer with a past start is due immediately
  const looksForNext = platform === 'Camunda 7' || platform === 'Flowable';
  return Object.freeze({
    weekdays: looksForNext || document.isMadeForJbpm ? 'quartz' : 'unix',
    pastStart: looksForNext ? 'next' : 'now',
  });
}

/** Warning about a cron text with ambiguous weekday numbers; undefined if no warning applies. */
export function weekdayWarning(cron: string, context: RulesContext): string | undefined {
  const rules = timerRulesOf(context);
  const number = weekdayNumberIn(cron);
  if (rules === undefined || number === undefined || context.platform === 'Camunda 8') return undefined;
  if (rules.weekdays === 'quartz' && !number.hasFiveFields) return undefined;
  if (rules.weekdays === 'unix' && number.hasFiveFields) return undefined;
  return `weekday '${number.written}' of a cron text is counted from 0 (Sunday); Quartz counts from 1 (Sunday). Use SUN to SAT`;
}
