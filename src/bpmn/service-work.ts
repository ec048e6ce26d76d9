import type { RetryModel, ServiceWork } from '../engine/model.ts';
import { readRetryText } from '../engine/retry-text.ts';
import { callsForeignObject } from '../expressions/foreign-calls.ts';
import { isTimerText } from '../expressions/timers.ts';
import type { NodeDraft } from './draft.ts';
import type { ReadContext } from './elements/element-reader.ts';
import type { EventDefinition } from './event-definitions.ts';
import { workItemOf } from './jbpm.ts';
import { anyDialect, camunda, ext, zeebe } from './namespaces.ts';
import { warningAt } from './warning.ts';
import { attributeOf, childrenNamed, dialectAttributeOf, extensionsNamed, type XmlElement } from './xml-element.ts';

/** The work of a task as the file gives it. `ignored`: what is also written and not executed (docs/spec/elements.md#service-task). */
export interface WrittenWork {
  readonly taskType?: string;
  readonly expression?: string;
  readonly resultVariable?: string;
  readonly retries?: WrittenRetries;
  readonly ignored: readonly string[];
}

/** `text` as it is in the file. */
interface WrittenRetries {
  readonly form: RetryModel['form'];
  readonly text: string;
}

/** Extension names that belong to the work of a task, in lower case. */
export const WORK_EXTENSIONS: readonly string[] = [
  ...[
    'type',
    'taskdefinition',
    'topic',
    'expression',
    'resultvariable',
    'resultvariablename',
    'class',
    'delegateexpression',
    'connector',
  ],
  ...['decisionref', 'calleddecision', 'failedjobretrytimecycle'],
];

/** The work of a service, send or business rule task. */
export function workOfTask(xml: XmlElement): WrittenWork {
  return workWrittenOn([xml]);
}

/**
 * The work of a message throw or end event: on the event or its message definition; `undefined` when there is none
 * (docs/spec/elements.md#message-throw).
 */
export function workOfEvent(event: XmlElement, definitions: readonly EventDefinition[]): WrittenWork | undefined {
  const messages = definitions.filter(({ kind }) => kind === 'message').map(({ xml }) => xml);
  if (messages.length === 0) return undefined;
  const work = workWrittenOn([event, ...messages]);
  return work.taskType === undefined && work.expression === undefined && work.ignored.length === 0 ? undefined : work;
}

/** Reads the texts; warns when something is not executed, or nothing is left to execute (docs/spec/validation.md#work-not-executed). */
export function readWork(node: NodeDraft, written: WrittenWork, context: ReadContext): ServiceWork {
  const work = workOf(node, written, context);
  const text =
    written.ignored.length > 0
      ? `${written.ignored.join(', ')} is not executed`
      : 'expression calls a method of an object that is not a variable';
  const isTold = written.ignored.length > 0 || written.expression !== undefined;
  if (work.kind === 'untyped') {
    const why = isTold ? text : 'no task type is given';
    context.warn(
      warningAt(node.xml, context.process.key, { event: 'attribute-ignored', text: `${why}; the task waits to be completed` }),
    );
  } else if (written.ignored.length > 0) {
    context.warn(warningAt(node.xml, context.process.key, { event: 'attribute-ignored', text }));
  }
  return Object.freeze(work);
}

function workOf(
  node: NodeDraft,
  { taskType, expression, resultVariable, retries: written }: WrittenWork,
  context: ReadContext,
): ServiceWork {
  if (taskType !== undefined) {
    const retries = written === undefined ? undefined : readRetries(node, written, context);
    const type = context.expression(node.xml, taskType, 'template', 'task type');
    return { kind: 'typed', taskType: type, ...(retries === undefined ? {} : { retries }) };
  }
  if (expression === undefined) return { kind: 'untyped' };
  const read = context.expression(node.xml, expression, 'expression', 'expression');
  if (callsForeignObject(read)) return { kind: 'untyped' };
  return { kind: 'expression', expression: read, ...(resultVariable === undefined ? {} : { resultVariable }) };
}

/** A text that is always empty is left out, with a warning. */
function readRetries(node: NodeDraft, { form, text }: WrittenRetries, context: ReadContext): RetryModel | undefined {
  const read = context.expression(node.xml, text, 'template', 'retries');
  if (read.dialect === 'literal') {
    const parts = readRetryText(form, read.source);
    if (parts === undefined || !parts.delays.every((delay) => isTimerText('timeDuration', delay))) {
      const name = form === 'count' ? 'retries' : 'failedJobRetryTimeCycle';
      context.warn(
        warningAt(node.xml, context.process.key, {
          event: 'attribute-ignored',
          name,
          text: `${name} cannot be read and is ignored`,
        }),
      );
      return undefined;
    }
  }
  return Object.freeze({ form, text: read });
}

/** First found: plain `type`, ext `taskDefinition`, camunda `topic` of `type="external"`; else camunda `expression`. */
function workWrittenOn(places: readonly XmlElement[]): WrittenWork {
  const first = (read: (xml: XmlElement) => string | undefined): string | undefined =>
    places.map(read).find((value) => value !== undefined);
  const camundaType = first((xml) => dialectAttributeOf(xml, camunda, 'type'));
  const topic = first((xml) => dialectAttributeOf(xml, camunda, 'topic'));
  const taskType =
    first((xml) => dialectAttributeOf(xml, ext, 'type')) ??
    first((xml) => extensionAttribute(xml, 'taskDefinition', 'type')) ??
    (isExternal(camundaType) ? topic : undefined) ??
    first(workItemOf);
  const expression = first((xml) => dialectAttributeOf(xml, camunda, 'expression'));
  const count = first((xml) => extensionAttribute(xml, 'taskDefinition', 'retries'));
  const cycle = first((xml) => extensionsNamed(xml, camunda, 'failedJobRetryTimeCycle')[0]?.text.trim() || undefined);
  const resultVariable =
    first((xml) => dialectAttributeOf(xml, anyDialect, 'resultVariable')) ??
    first((xml) => dialectAttributeOf(xml, camunda, 'resultVariableName'));
  return {
    ...(taskType === undefined ? {} : { taskType }),
    ...(taskType !== undefined || expression === undefined ? {} : { expression }),
    ...(resultVariable === undefined ? {} : { resultVariable }),
    ...(count === undefined ? {} : { retries: { form: 'count', text: count } }),
    ...(count !== undefined || cycle === undefined ? {} : { retries: { form: 'cycle', text: cycle } }),
    ignored: places.flatMap((xml) => ignoredOn(xml)),
  };
}

/** The words of Camunda and of Flowable. */
function isExternal(type: string | undefined): boolean {
  return type !== undefined && ['external', 'external-worker'].includes(type.toLowerCase());
}

function extensionAttribute(xml: XmlElement, local: string, attribute: string): string | undefined {
  return extensionsNamed(xml, ext, local)
    .map((extension) => dialectAttributeOf(extension, ext, attribute))
    .find((value) => value !== undefined);
}

/** What other engines would execute and this one does not: Java classes, connectors, decisions, operations, the message of a send task. */
function ignoredOn(xml: XmlElement): string[] {
  const camundaType = dialectAttributeOf(xml, camunda, 'type');
  const attributes = ['class', 'delegateExpression', 'decisionRef'].filter(
    (name) => dialectAttributeOf(xml, camunda, name) !== undefined,
  );
  return [
    ...(camundaType !== undefined && !isExternal(camundaType) ? [`type '${camundaType}'`] : []),
    ...attributes,
    ...(extensionsNamed(xml, camunda, 'connector').length > 0 ? ['connector'] : []),
    ...(extensionsNamed(xml, zeebe, 'calledDecision').length > 0 ? ['calledDecision'] : []),
    ...(attributeOf(xml, 'operationRef') !== undefined || childrenNamed(xml, 'operationRef').length > 0 ? ['operationRef'] : []),
    ...(xml.local === 'sendTask' && attributeOf(xml, 'messageRef') !== undefined ? ['messageRef'] : []),
  ];
}
