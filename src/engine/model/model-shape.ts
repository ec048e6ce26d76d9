import {
  type AdHocLead,
  type BoundDecision,
  type CatchDefinition,
  type ElementModel,
  type ElementType,
  type EventSubProcessModel,
  type ExpressionModel,
  elementOf,
  type FormModel,
  isActivity,
  type LoopModel,
  type Mapping,
  type MappingSource,
  type ProcessModel,
  type ScriptModel,
  type ServiceWork,
  type StartEventModel,
  type ThrowDefinition,
} from '../model.ts';
import type { LocalReads } from '../values/variable-scopes.ts';

/** Accessors for code that does not depend on the element type; empty or undefined for types without the field. Semantics are in behaviours. */

const NOTHING: readonly never[] = [];

/** True if a flow without condition counts as a true one, as in Camunda 7 and Flowable (docs/contributing/spec/gateways.md#flows-without-condition). */
export function takesFlowsWithoutCondition({ followsPlatform, platform }: ProcessModel): boolean {
  return followsPlatform === true && (platform === 'Camunda 7' || platform === 'Flowable');
}

/** True for elements with own variables in Camunda 7 and Flowable: those with a body, and call activities. */
export function isScopeOfEngines({ containers }: ProcessModel, element: ElementModel): boolean {
  return containers.has(element.id) || 'call' in element;
}

export function isAttached(element: ElementModel): boolean {
  return 'attachedTo' in element;
}

/**
 * Names that `getVariableLocal` sees; undefined for versions of earlier releases. In Flowable each activity has its own scope, so names of the enclosing
 * process or body are not local (docs/contributing/spec/variables.md#get-variable-local).
 */
export function localReadsOf(model: ProcessModel): LocalReads | undefined {
  if (model.followsScopes !== true) return undefined;
  const hasScopePerActivity = model.followsPlatform === true && model.platform === 'Flowable';
  return ({ kind, values, locals }, name, element) => {
    const isOwn = kind === 'local' || kind === 'iteration' || element === model.key;
    return isOwn || !hasScopePerActivity ? name in values : locals?.has(name) === true;
  };
}

/**
 * Camunda 8: from loop id to its output list, which iterations can read; else undefined
 * (docs/contributing/spec/loops-and-compensation.md#loops-of-camunda-8).
 */
export function listNamesOf(model: ProcessModel): ((element: string) => string | undefined) | undefined {
  if (model.platform !== 'Camunda 8' || model.followsPlatform !== true) return undefined;
  return (element) => {
    const loop = loopOf(elementOf(model, element));
    return loop?.kind === 'multiInstance' && loop.keepsPlaces === true ? loop.outputCollection : undefined;
  };
}

/** Event definitions in document order: subscriptions and registrations refer to the index. */
export function catchesOf(element: ElementModel): readonly CatchDefinition[] {
  if ('triggers' in element) return element.triggers;
  return element.type === 'receiveTask' && element.message !== undefined ? [element.message] : NOTHING;
}

export function throwsOf(element: ElementModel): readonly ThrowDefinition[] {
  return 'throws' in element ? element.throws : NOTHING;
}

/** Form and expected outputs; empty if not a user task. */
export function taskFormOf(element: ElementModel): { readonly form?: FormModel; readonly outputs: readonly string[] } {
  if (element.type !== 'userTask') return { outputs: NOTHING };
  return { ...(element.form !== undefined && { form: element.form }), outputs: element.expectedOutputs };
}

/** Is empty if not a call activity. */
export function callOutputsOf(element: ElementModel): readonly Mapping[] {
  return element.type === 'callActivity' ? element.call.outputs : NOTHING;
}

export function workOf(element: ElementModel): ServiceWork | undefined {
  return 'work' in element ? element.work : undefined;
}

/** Mappings of the element, then parameters of its work. */
export function inputsOf(element: ElementModel): readonly Mapping[] {
  const work = workOf(element);
  const parameters = work?.kind === 'typed' ? (work.parameters ?? []) : NOTHING;
  return [...(element.mappings?.inputs ?? NOTHING), ...parameters];
}

/** Includes nested ones. */
export function textsOf(source: MappingSource): readonly string[] {
  switch (source.kind) {
    case 'expression':
      return [source.text];
    case 'script':
      return [source.source];
    case 'list':
      return source.items.flatMap(textsOf);
    case 'map':
      return source.entries.flatMap(({ key, value }) => [...textsOf(key), ...textsOf(value)]);
  }
}

export function calledOf(element: ElementModel): ExpressionModel | undefined {
  return element.type === 'callActivity' ? element.calledElement : undefined;
}

export function boundOf(element: ElementModel): BoundDecision | undefined {
  return 'bound' in element ? element.bound : undefined;
}

export function leadOf(element: ElementModel): AdHocLead | undefined {
  return 'lead' in element ? element.lead : undefined;
}

export function extOutputsOf({ mappings }: ElementModel): readonly Mapping[] {
  return mappings?.extOutputs ?? NOTHING;
}

export function scriptOf(element: ElementModel): ScriptModel | undefined {
  return 'script' in element ? element.script : undefined;
}

export function loopOf(element: ElementModel): LoopModel | undefined {
  return isActivity(element) ? element.loop : undefined;
}

/** True if only a compensation run enters it, no token (docs/contributing/spec/loops-and-compensation.md#compensation). */
export function isCompensationHandler(element: ElementModel): boolean {
  return isActivity(element) && element.isForCompensation === true;
}

/** Activity of a boundary event. */
export function attachedTo(element: ElementModel): string | undefined {
  return 'attachedTo' in element ? element.attachedTo : undefined;
}

export function startQuantityOf(element: ElementModel): number {
  return isActivity(element) ? (element.startQuantity ?? 1) : 1;
}

/** Returns how an ad-hoc sub-process starts its activities; undefined for other elements (docs/contributing/spec/elements.md#ad-hoc-sub-process). */
export function adHocShapeOf(element: ElementModel) {
  if (element.type !== 'adHocSubProcess') return undefined;
  const { isSequential, lead, output } = element;
  return { isSequential, isLed: lead !== undefined, output: output?.collection };
}

export function startOf(model: ProcessModel, { start }: EventSubProcessModel): StartEventModel {
  return elementOf(model, start) as StartEventModel;
}

export function startsEventSubProcess({ elements }: ProcessModel, { id, container }: ElementModel): boolean {
  const around = elements.get(container);
  return around !== undefined && 'start' in around && around.start === id;
}

/** True if all definitions have to occur (docs/contributing/spec/events-and-errors.md#several-definitions-caught). */
export function isParallelMultiple(event: ElementModel): boolean {
  return 'parallelMultiple' in event && event.parallelMultiple === true;
}

/** True for an interrupting boundary event, event sub-process, or its start event. */
export function isInterrupting(model: ProcessModel, catcher: ElementModel): boolean {
  switch (catcher.type) {
    case 'boundaryEvent':
      return catcher.interrupting;
    case 'startEvent':
      return catcher.isInterrupting;
    case 'eventSubProcess':
      return startOf(model, catcher).isInterrupting;
    default:
      return false;
  }
}

/** Condition of a complex gateway; undefined: it needs a token on every flow. */
export function activationConditionOf(element: ElementModel): ExpressionModel | undefined {
  return element.type === 'complexGateway' ? element.activationCondition : undefined;
}

/** True if event sub-processes of its scope subscribe after it has written variables (docs/contributing/spec/execution.md#opening-a-scope). */
export function armsScope(element: ElementModel): boolean {
  return element.type === 'startEvent' && element.armsScope === true;
}

/** Variable for the user who started the instance. */
export function initiatorOf(element: ElementModel): string | undefined {
  return element.type === 'startEvent' ? element.initiator : undefined;
}

/** Compensation boundary events of a handler. No token enters them. */
export function compensationEventsOf({ elements }: ProcessModel, handler: string): readonly string[] {
  const hosts = [...elements.values()].filter((host) => isActivity(host) && host.compensationHandler === handler);
  return hosts.flatMap(({ boundaries }) => boundaries.filter((id) => isCompensationEvent(elements.get(id))));
}

function isCompensationEvent(event: ElementModel | undefined): boolean {
  return event?.type === 'boundaryEvent' && event.triggers.some(({ kind }) => kind === 'compensation');
}

const WORK: ReadonlySet<ElementType> = new Set<ElementType>([
  'serviceTask',
  'sendTask',
  'scriptTask',
  'businessRuleTask',
  'userTask',
  'callActivity',
]);

/** True if running it again repeats an effect. Other elements wait or pass tokens on. */
export function isWork(type: ElementType): boolean {
  return WORK.has(type);
}
