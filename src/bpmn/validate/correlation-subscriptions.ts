import { warningAt } from '../warning.ts';
import { childrenNamed } from '../xml-element.ts';
import type { WarningRule } from './rule.ts';

/** Warns about BPMN correlation subscriptions: Sluice correlates by correlation key only (docs/contributing/spec/validation.md#bpmn-correlation). */
export const correlationsAreKeys: WarningRule = function* (process) {
  const [subscription] = childrenNamed(process.xml, 'correlationSubscription');
  if (subscription === undefined) return;
  yield warningAt(process.xml, process.key, {
    event: 'attribute-ignored',
    name: 'correlationSubscription',
    text: `correlationSubscription is not executed (line ${subscription.place.line}); give what waits for a message a correlation key`,
  });
};
