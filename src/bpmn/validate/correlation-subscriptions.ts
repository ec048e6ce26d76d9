import { warningAt } from '../warning.ts';
import { childrenNamed } from '../xml-element.ts';
import type { WarningRule } from './rule.ts';

/** Messages find their instance by the correlation key of what waits for them; BPMN's own correlation is not executed (docs/contributing/spec/validation.md#bpmn-correlation). */
export const correlationsAreKeys: WarningRule = function* (process) {
  const [subscription] = childrenNamed(process.xml, 'correlationSubscription');
  if (subscription === undefined) return;
  yield warningAt(process.xml, process.key, {
    event: 'attribute-ignored',
    name: 'correlationSubscription',
    text: `correlationSubscription is not executed (line ${subscription.place.line}); give what waits for a message a correlation key`,
  });
};
