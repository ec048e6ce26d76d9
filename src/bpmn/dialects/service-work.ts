import { BUNDLED } from '../../engine/model/bundled-plugins.ts';
import type { ExpressionModel, RetryModel, ServiceWork } from '../../engine/model.ts';
import { readRetryText } from '../../engine/values/retry-text.ts';
import { readExpression } from '../../expressions/deploy.ts';
import { callsForeignObject } from '../../expressions/javascript-calls.ts';
import { timerFault } from '../../expressions/timers.ts';
import type { NodeDraft } from '../draft.ts';
import type { ReadContext } from '../elements/element-reader.ts';
import type { EventDefinition } from '../events/event-definitions.ts';
import { quote, warningAt } from '../finding.ts';
import { attributeOf, childrenNamed, dialectAttributeOf, extensionsNamed, isTrue, type XmlElement } from '../xml/xml-element.ts';
import { calledMethodOf, isExternal, isTaskType, type NamedCode, namedCodeOn } from './camunda-7/named-code.ts';
import { type Connector, connectorIdOf, connectorOn } from './connectors.ts';
import { calledOn, DECISION_WORDS, decisionWorkOf, isOfSameDeployment } from './decision-work.ts';
import { refuseOfFlowable } from './flowable/event-attributes.ts';
import { workItemOf } from './jbpm/jbpm.ts';
import { hasFields, JOB_EXTENSIONS, jobDetailsOf } from './job-details.ts';
import { anyDialect, camunda, ext, zeebe } from './namespaces.ts';

/** `ignored`: unsupported implementations (docs/contributing/spec/elements.md#service-task). */
export interface WrittenWork {
  readonly taskType?: string;
  readonly expression?: string;
  readonly resultVariable?: string;
  readonly retries?: WrittenRetries;
  readonly code?: NamedCode;
  /** Task type of another engine, whose jobs share all variables; false for a plain `type`. */
  readonly isForeign: boolean;
  /** The task type is a jBPM work item. */
  readonly isWorkItem: boolean;
  /** `triggerable` of Flowable: the task waits after its expression. */
  readonly isTriggerable: boolean;
  readonly places: readonly XmlElement[];
  readonly ignored: readonly string[];
}

interface WrittenRetries {
  readonly form: RetryModel['form'];
  readonly text: string;
}

/** Task types of Camunda 8 connectors. */
const CONNECTOR = /^io\.camunda[.:]/;

/** Names in lower case. */
export const WORK_EXTENSIONS: readonly string[] = [
  ...['type', 'taskdefinition', 'topic', 'expression', 'resultvariable', 'resultvariablename', 'class', 'delegateexpression'],
  ...['connector', 'decisionref', 'calleddecision', 'failedjobretrytimecycle', 'triggerable', ...JOB_EXTENSIONS],
];

/** Name for a result that only the path of the task reads. */
const LOCAL_RESULT: readonly string[] = ['useLocalScopeForResultVariable'];

export function workOfTask(xml: XmlElement): WrittenWork {
  return workWrittenOn([xml]);
}

/** Reads the event or its message definitions (docs/contributing/spec/elements.md#message-throw). */
export function workOfEvent(event: XmlElement, definitions: readonly EventDefinition[]): WrittenWork | undefined {
  const messages = definitions.filter(({ kind }) => kind === 'message').map(({ xml }) => xml);
  if (messages.length === 0) return undefined;
  const work = workWrittenOn([event, ...messages]);
  return work.taskType === undefined && work.expression === undefined && work.code === undefined && work.ignored.length === 0
    ? undefined
    : work;
}

/** Warns about ignored parts, or if no work is left (docs/contributing/spec/validation.md#work-not-executed). */
export function readWork(node: NodeDraft, written: WrittenWork, context: ReadContext): ServiceWork {
  refuseOfFlowable(node.xml, LOCAL_RESULT, context);
  const decision = decisionOf(node, written, context);
  const { work, code, unsupported }: WorkAsRead =
    decision !== undefined && 'kind' in decision
      ? { work: decision }
      : context.withFallback(
          node.xml,
          (current) => workOf(node, written, current),
          // older releases did not support work items and other platforms
          (older) => workOf(node, withoutWorkItem(written), { ...older, platform: undefined }),
        );
  const ignored = [
    ...(work.kind === 'decision' ? written.ignored.filter((name) => !DECISION_WORDS.has(name)) : written.ignored),
    ...(unsupported ?? []),
    ...(code === undefined && unsupported === undefined && written.code !== undefined ? [written.code.what] : []),
    ...(readsFields(work, context) || !hasFields(written.places) ? [] : ['field']),
  ];
  const missing = decision !== undefined && 'missing' in decision ? missingText(node, decision.missing) : undefined;
  const outcome = outcomeOf(work, written, code, { ignored, missing });
  if (written.isTriggerable && work.kind !== 'expression') {
    const text = 'triggerable is ignored: the task ends with its work';
    context.warn(warningAt(node.xml, context.process.key, { event: 'attribute-ignored', name: 'triggerable', text }));
  }
  if (outcome !== undefined) {
    const call = missing === undefined || !context.readsBindings ? undefined : calledOn(node.xml);
    const unless = call === undefined ? {} : { unless: call };
    context.warn(warningAt(node.xml, context.process.key, { event: 'attribute-ignored', text: outcome, ...unless }));
  }
  return Object.freeze(work);
}

/** True if it receives injected fields. */
function readsFields({ kind }: ServiceWork, { platform }: ReadContext): boolean {
  return kind === 'decision' || (kind === 'typed' && platform !== undefined);
}

function withoutWorkItem({ taskType, ...written }: WrittenWork): WrittenWork {
  return written.isWorkItem || taskType === undefined ? written : { ...written, taskType };
}

function missingText({ xml }: NodeDraft, id: string): string {
  return `decision '${quote(id)}' is not deployed${isOfSameDeployment(xml) ? ' with the process' : ''}`;
}

/** Warning; undefined if everything is supported. */
function outcomeOf(
  work: ServiceWork,
  { expression }: WrittenWork,
  code: NamedCode | undefined,
  { ignored, missing }: { readonly ignored: readonly string[]; readonly missing: string | undefined },
): string | undefined {
  const parts = [...(code === undefined ? [] : [code.what]), ...ignored];
  const notExecuted = parts.length > 0 ? [`${parts.join(', ')} is not executed`] : [];
  const text = [...notExecuted, ...(missing === undefined ? [] : [missing])].join(': ') || undefined;
  if (work.kind === 'typed' && code !== undefined)
    return `${text}; the task waits for a worker of task type '${quote(code.taskType)}'`;
  if (work.kind !== 'untyped') return text;
  const unread =
    expression === undefined ? 'no task type is given' : 'expression calls a method of an object that is not a variable';
  return `${text ?? unread}; the task waits to be completed`;
}

/** A plain task type takes precedence. Older releases did not support decisions. */
function decisionOf(node: NodeDraft, { taskType, isForeign }: WrittenWork, context: ReadContext) {
  if (taskType !== undefined && !isForeign) return undefined;
  return context.withFallback(
    node.xml,
    (current) => decisionWorkOf(node, current),
    () => undefined,
  );
}

/** `code`: became the task type. `unsupported`: settings of a connector. */
interface WorkAsRead {
  readonly work: ServiceWork;
  readonly code?: NamedCode;
  readonly unsupported?: readonly string[];
}

function workOf(node: NodeDraft, written: WrittenWork, context: ReadContext): WorkAsRead {
  const { taskType, expression, resultVariable, code } = written;
  const connector = connectorOf(written, context);
  if (connector !== undefined) {
    const details = { sharesVariables: 'unmapped', parameters: connector.parameters, answer: connector.answer } as const;
    const work: ServiceWork = {
      kind: 'typed',
      taskType: nameOfCode(connector.taskType),
      ...retriesOf(node, written, context),
      ...details,
    };
    return { work, unsupported: connector.unsupported };
  }
  if (taskType !== undefined) {
    const work = typedWork(node, taskType, written, context);
    const isConnector = context.platform !== undefined && written.isForeign && CONNECTOR.test(taskType);
    return isConnector ? { work, code: { what: `connector '${taskType}'`, taskType } } : { work };
  }
  if (code !== undefined && context.platform !== undefined && isTaskType(code)) {
    return { work: typedWork(node, code.taskType, written, context, code), code };
  }
  if (expression === undefined) return { work: { kind: 'untyped' } };
  // no warning about unknown functions: a worker runs the call
  const isCall = callsForeign(expression, context);
  const read = isCall ? undefined : context.expression(node.xml, expression, kindOfExpression(context), 'expression');
  if (read !== undefined) {
    const result = resultVariable === undefined ? {} : { resultVariable };
    const then = written.isTriggerable && context.followsDialects ? { thenWaits: true as const } : {};
    return { work: { kind: 'expression', expression: read, ...result, ...then } };
  }
  const called = context.platform === undefined ? undefined : calledMethodOf(expression);
  if (called === undefined || !isTaskType(called)) return { work: { kind: 'untyped' } };
  return { work: typedWork(node, called.taskType, written, context, called), code: called };
}

/** Plain text in Camunda 7 and Flowable is a literal that may contain expressions: `pre-${name}`. */
function kindOfExpression({ texts }: ReadContext): 'expression' | 'template' {
  return texts.groups === 'juel' ? 'template' : 'expression';
}

function callsForeign(text: string, context: ReadContext): boolean {
  const read = readExpression(text, kindOfExpression(context), 'expression', context.texts);
  return read.ok && callsForeignObject(read.expression);
}

function typedWork(node: NodeDraft, taskType: string, written: WrittenWork, context: ReadContext, code?: NamedCode): ServiceWork {
  const { resultVariable, isForeign, places } = written;
  const type = code === undefined ? context.expression(node.xml, taskType, 'template', 'task type') : nameOfCode(taskType);
  const isShared = context.platform !== undefined && (code !== undefined || isForeign) && !isBundled(type);
  const { headers, ...details } = jobDetailsOf(places, context);
  const all = { ...headers, ...headersOfCode(code, resultVariable) };
  return {
    kind: 'typed',
    taskType: type,
    ...retriesOf(node, written, context),
    ...(isShared ? { sharesVariables: hidesUnmapped(context) ? 'unmapped' : 'always' } : {}),
    ...(Object.keys(all).length === 0 ? {} : { headers: Object.freeze(all) }),
    ...details,
  };
}

/** True if a mapped input hides the other variables from the worker: Flowable, and versions before reading 5. */
function hidesUnmapped({ platform, document }: ReadContext): boolean {
  return platform === 'Flowable' || document.dialect.followsScopes !== true;
}

/** Connector of another platform that a bundled plugin replaces. */
function connectorOf({ taskType, code, isForeign, places }: WrittenWork, context: ReadContext): Connector | undefined {
  const [xml] = places;
  if (context.platform === undefined || xml === undefined || (taskType !== undefined && !isForeign)) return undefined;
  return code !== undefined && isOverruled(xml) ? undefined : connectorOn(xml, taskType, context);
}

function retriesOf(node: NodeDraft, { retries: written }: WrittenWork, context: ReadContext): { retries?: RetryModel } {
  const retries = written === undefined ? undefined : readRetries(node, written, context);
  return retries === undefined ? {} : { retries };
}

/** Literal: the name may contain characters with a meaning in expressions. */
function nameOfCode(name: string): ExpressionModel {
  return Object.freeze({ kind: 'expression', slot: 'task type', dialect: 'literal', text: name, source: name });
}

/** Bundled plugins must not share variables: they would read unrelated ones under the fixed names of their inputs. */
function isBundled({ dialect, source }: ExpressionModel): boolean {
  return dialect === 'literal' && BUNDLED.has(source.trim().toLowerCase());
}

/** Headers for the worker that runs the code. */
function headersOfCode(code: NamedCode | undefined, resultVariable: string | undefined): Record<string, string> {
  return {
    ...(code?.text === undefined ? {} : { expression: code.text }),
    ...(code === undefined || resultVariable === undefined ? {} : { resultVariable }),
  };
}

/** Warns about and drops an invalid literal. */
export function readRetries(node: NodeDraft, { form, text }: WrittenRetries, context: ReadContext): RetryModel | undefined {
  const read = context.expression(node.xml, text, 'template', 'retries');
  if (read.dialect === 'literal') {
    const parts = readRetryText(form, read.source);
    if (
      parts === undefined ||
      parts.delays.some((delay) => timerFault('timeDuration', delay, context.document.dialect.timers) !== undefined)
    ) {
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

/** Precedence: plain `type`, ext `taskDefinition`, camunda `topic` of `type="external"`, then camunda `expression`. */
function workWrittenOn(places: readonly XmlElement[]): WrittenWork {
  const first = (read: (xml: XmlElement) => string | undefined): string | undefined =>
    places.map(read).find((value) => value !== undefined);
  const camundaType = first((xml) => dialectAttributeOf(xml, camunda, 'type'));
  const topic = first((xml) => dialectAttributeOf(xml, camunda, 'topic'));
  const plainType = first((xml) => dialectAttributeOf(xml, ext, 'type'));
  const ownType =
    plainType ??
    first((xml) => extensionAttribute(xml, 'taskDefinition', 'type')) ??
    (isExternal(camundaType) ? topic : undefined);
  const taskType = ownType ?? first(workItemOf);
  const code = places.map(namedCodeOn).find((found) => found !== undefined);
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
    ...(code === undefined ? {} : { code }),
    isForeign: plainType === undefined,
    isWorkItem: ownType === undefined && taskType !== undefined,
    isTriggerable: isTrue(first((xml) => dialectAttributeOf(xml, camunda, 'triggerable'))),
    places,
    ignored: places.flatMap((xml) => ignoredOn(xml)),
  };
}

function extensionAttribute(xml: XmlElement, local: string, attribute: string): string | undefined {
  return extensionsNamed(xml, ext, local)
    .map((extension) => dialectAttributeOf(extension, ext, attribute))
    .find((value) => value !== undefined);
}

/** Names that other engines support: connectors, decisions, operations, the message of a send task. */
function ignoredOn(xml: XmlElement): string[] {
  const camundaType = dialectAttributeOf(xml, camunda, 'type');
  return [
    ...(camundaType === 'dmn' ? [`type '${camundaType}'`] : []),
    ...(isExternal(camundaType) && dialectAttributeOf(xml, camunda, 'topic') === undefined
      ? [`type '${camundaType}' without a topic`]
      : []),
    ...(dialectAttributeOf(xml, camunda, 'decisionRef') === undefined ? [] : ['decisionRef']),
    ...(extensionsNamed(xml, camunda, 'connector').some((one) => connectorIdOf(one) === undefined || isOverruled(xml))
      ? ['connector']
      : []),
    ...(extensionsNamed(xml, zeebe, 'calledDecision').length > 0 ? ['calledDecision'] : []),
    ...(attributeOf(xml, 'operationRef') !== undefined || childrenNamed(xml, 'operationRef').length > 0 ? ['operationRef'] : []),
    ...(xml.local === 'sendTask' && attributeOf(xml, 'messageRef') !== undefined ? ['messageRef'] : []),
  ];
}

/** True if a class or bean takes precedence over a connector. */
function isOverruled(xml: XmlElement): boolean {
  return ['class', 'delegateExpression'].some((name) => dialectAttributeOf(xml, camunda, name) !== undefined);
}
