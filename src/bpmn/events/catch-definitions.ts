import {
  type CatchDefinition,
  isSubscribing,
  type MessageCatch,
  type SubscribingCatch,
  type TimerForm,
} from '../../engine/model.ts';
import { timerFault } from '../../expressions/timers.ts';
import { receivedDataOf } from '../data/data-flow.ts';
import { conditionFilterOf, errorVariablesOf, escalationVariableOf, withEndDate } from '../dialects/element-parts.ts';
import { readCondition } from '../dialects/expression-language.ts';
import { anyDialect } from '../dialects/namespaces.ts';
import type { NodeDraft } from '../draft.ts';
import type { ReadContext } from '../elements/element-reader.ts';
import { findingAt, quote, warningAt } from '../finding.ts';
import { attributeOf, childNamed, childrenNamed, dialectAttributeOf, isFalse, type XmlElement } from '../xml/xml-element.ts';
import { type EventDefinition, eventDefinitionsOf } from './event-definitions.ts';
import { correlationKeyOf, errorOf, escalationCodeOf, messageOf, referredBy } from './references.ts';
import { weekdayWarning } from './timer-rules.ts';

/** Triggers in document order, without definitions that validation rules reject (docs/contributing/spec/events-and-errors.md#where-events-may-stand). */
export function triggersOf(node: NodeDraft, context: ReadContext): readonly CatchDefinition[] {
  const read = eventDefinitionsOf(node.xml, context.document).map((definition) => readCatch(node, definition, context));
  return Object.freeze(read.filter((trigger) => trigger !== undefined).map((trigger) => Object.freeze(trigger)));
}

/** Subscriptions of an intermediate catch event (docs/contributing/spec/elements.md#intermediate-catch-event). */
export function subscriptionsOf(node: NodeDraft, context: ReadContext): readonly SubscribingCatch[] {
  return Object.freeze(triggersOf(node, context).filter(isSubscribing));
}

/** Message named by the task or its operation (docs/contributing/spec/elements.md#receive-task). */
export function receivedMessageOf(node: NodeDraft, context: ReadContext): MessageCatch | undefined {
  return Object.freeze(readMessage(node, node.xml, context));
}

function readCatch(node: NodeDraft, { kind, xml }: EventDefinition, context: ReadContext): CatchDefinition | undefined {
  switch (kind) {
    case 'message':
      return readMessage(node, xml, context);
    case 'signal':
      return readSignal(node, xml, context);
    case 'timer':
      return readTimer(node, xml, context);
    case 'conditional':
      return readConditional(node, xml, context);
    case 'error':
      return readError(node, xml, context);
    case 'escalation':
      return readEscalation(node, xml, context);
    case 'compensation':
    case 'cancel':
      return { kind };
    default:
      return undefined;
  }
}

function readMessage(node: NodeDraft, definition: XmlElement, context: ReadContext): MessageCatch | undefined {
  const message = messageOf(definition, context.document);
  if (message === undefined) return undefined;
  const name = attributeOf(message, 'name') ?? '';
  const key = keyTextOf(node, definition, message);
  return {
    kind: 'message',
    name: context.expression(node.xml, name, 'template', 'message name'),
    ...(key === undefined ? {} : { key: context.expression(node.xml, key, 'expression', 'correlation key') }),
  };
}

/** Key of the message, else of the event (docs/contributing/spec/waiting.md#correlation-key). */
export function keyTextOf(node: NodeDraft, definition: XmlElement, message: XmlElement): string | undefined {
  return (
    correlationKeyOf(message) ??
    dialectAttributeOf(node.xml, anyDialect, 'correlationKey') ??
    dialectAttributeOf(definition, anyDialect, 'correlationKey')
  );
}

function readSignal(node: NodeDraft, definition: XmlElement, context: ReadContext): CatchDefinition | undefined {
  const signal = referredBy(definition, 'signalRef', 'signal', context.document);
  if (signal === undefined) return undefined;
  return { kind: 'signal', name: context.expression(node.xml, attributeOf(signal, 'name') ?? '', 'template', 'signal name') };
}

/** Children with the due time (docs/contributing/spec/validation.md#timer-definitions). */
export const TIMER_FORMS: readonly TimerForm[] = ['timeDate', 'timeDuration', 'timeCycle'];

function readTimer(node: NodeDraft, definition: XmlElement, context: ReadContext): CatchDefinition | undefined {
  const written = TIMER_FORMS.flatMap((form) => childrenNamed(definition, form).map((xml) => ({ form, xml })));
  const [only, ...more] = written;
  if (only === undefined || more.length > 0) return undefined;
  const { form } = only;
  const text = context.expression(node.xml, timerTextOf(node, form, only.xml, context), 'template', 'timer');
  if (text.dialect === 'literal') {
    const fault = timerFault(form, text.source, context.document.dialect.timers);
    const reason = fault === '' ? '' : `: ${fault}`;
    if (fault !== undefined) context.report(findingAt(node.xml, `timer text '${quote(text.source)}' is not valid${reason}`));
    else if (form === 'timeCycle') warnOfWeekdays(node, text.source, context);
  }
  return { kind: 'timer', form, text };
}

function warnOfWeekdays(node: NodeDraft, cron: string, context: ReadContext): void {
  const text = weekdayWarning(cron, context.document.dialect);
  if (text === undefined) return;
  context.warn(warningAt(node.xml, context.process.key, { event: 'attribute-ignored', name: 'timeCycle', text }));
}

/** Text as written; formats of other engines are converted. */
function timerTextOf(node: NodeDraft, form: TimerForm, xml: XmlElement, context: ReadContext): string {
  const written = withEndDate(node, xml, context);
  const own = context.document.dialect.timerText(form, written, node.tag);
  if (own?.warning !== undefined) {
    context.warn(warningAt(node.xml, context.process.key, { event: 'attribute-ignored', name: form, text: own.warning }));
  }
  return own?.text ?? written;
}

function readConditional(node: NodeDraft, definition: XmlElement, context: ReadContext): CatchDefinition | undefined {
  const written = childNamed(definition, 'condition');
  if (written === undefined || written.text.trim() === '') return undefined;
  const { variableName, variableNames, variableEvents } = conditionFilterOf(definition, context);
  return {
    kind: 'conditional',
    condition: readCondition(node.xml, written, 'condition', context),
    ...(firesOnEachChange(node, context) ? { firesOnEachChange: true } : {}),
    ...(variableName === undefined ? {} : { variableName }),
    ...(variableNames === undefined ? {} : { variableNames: Object.freeze(variableNames.split(',').map((name) => name.trim())) }),
    ...(variableEvents === undefined ? {} : { variableEvents: variableEventsOf(variableEvents) }),
  };
}

/** True in some engines: a non-interrupting event fires at each change while its condition is true. */
function firesOnEachChange({ xml }: NodeDraft, { document }: ReadContext): boolean {
  const isInterrupting = !isFalse(attributeOf(xml, 'cancelActivity')) && !isFalse(attributeOf(xml, 'isInterrupting'));
  return document.dialect.firesConditionsAgain && !isInterrupting;
}

/** Changes that trigger the condition (docs/contributing/spec/waiting.md#condition-filters). */
function variableEventsOf(list: string): readonly ('create' | 'update' | 'delete')[] {
  const names = list.split(',').map((name) => name.trim().toLowerCase());
  return Object.freeze((['create', 'update', 'delete'] as const).filter((name) => names.includes(name)));
}

function readError(node: NodeDraft, definition: XmlElement, context: ReadContext): CatchDefinition {
  const { code } = errorOf(definition, context.document);
  const { codeVariable, messageVariable } = errorVariablesOf(definition, context);
  return {
    kind: 'error',
    ...(code === undefined ? {} : { code }),
    ...(codeVariable === undefined ? {} : { codeVariable }),
    ...(messageVariable === undefined ? {} : { messageVariable }),
    ...dataVariablesMember(node, context),
  };
}

function readEscalation(node: NodeDraft, definition: XmlElement, context: ReadContext): CatchDefinition {
  const code = escalationCodeOf(definition, context.document);
  const codeVariable = escalationVariableOf(definition);
  return {
    kind: 'escalation',
    ...(code === undefined ? {} : { code }),
    ...(codeVariable === undefined ? {} : { codeVariable }),
    ...dataVariablesMember(node, context),
  };
}

function dataVariablesMember({ xml }: NodeDraft, context: ReadContext): { dataVariables?: readonly string[] } {
  const targets = receivedDataOf(xml, context).map(({ target }) => target);
  return targets.length === 0 ? {} : { dataVariables: Object.freeze(targets) };
}
