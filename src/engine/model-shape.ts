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
  type ServiceWork,
  type StartEventModel,
  type ThrowDefinition,
} from './model.ts';

/**
 * What stands in the model of an element, for code that does not know its kind. What the element does with it, its behaviour says.
 */

const NOTHING: readonly never[] = [];

/** The definitions an element catches, in document order: the numbers of subscriptions and registrations count them. */
export function catchesOf(element: ElementModel): readonly CatchDefinition[] {
  if ('triggers' in element) return element.triggers;
  return element.type === 'receiveTask' && element.message !== undefined ? [element.message] : NOTHING;
}

/** The definitions an element throws, in document order. */
export function throwsOf(element: ElementModel): readonly ThrowDefinition[] {
  return 'throws' in element ? element.throws : NOTHING;
}

/** What a person is asked for at an element, and the variables that must come of it; nothing where it is no task of a person. */
export function askedOf(element: ElementModel): { readonly form?: FormModel; readonly outputs: readonly string[] } {
  if (element.type !== 'userTask') return { outputs: NOTHING };
  return { ...(element.form !== undefined && { form: element.form }), outputs: element.expectedOutputs };
}

/** What an element takes over from the instance that it has called; nothing where it calls none. */
export function callOutputsOf(element: ElementModel): readonly Mapping[] {
  return element.type === 'callActivity' ? element.call.outputs : NOTHING;
}

/** What an element of the service kind does (docs/contributing/spec/elements.md#service-task). */
export function workOf(element: ElementModel): ServiceWork | undefined {
  return 'work' in element ? element.work : undefined;
}

/** What becomes the inputs of a custom task: the mappings of its element, then the parameters of its work. */
export function inputsOf(element: ElementModel): readonly Mapping[] {
  const work = workOf(element);
  const parameters = work?.kind === 'typed' ? (work.parameters ?? []) : NOTHING;
  return [...(element.mappings?.inputs ?? NOTHING), ...parameters];
}

/** All texts that a source is written with. */
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

/** The process that an element calls; undefined: none. */
export function calledOf(element: ElementModel): ExpressionModel | undefined {
  return element.type === 'callActivity' ? element.calledElement : undefined;
}

/** The decision of another deploy that an element asks for, if it does (docs/contributing/spec/decisions.md#binding). */
export function boundOf(element: ElementModel): BoundDecision | undefined {
  return 'bound' in element ? element.bound : undefined;
}

/** The job that leads the body of an ad-hoc sub-process, if one does (docs/contributing/spec/elements.md#ad-hoc-lead). */
export function leadOf(element: ElementModel): AdHocLead | undefined {
  return 'lead' in element ? element.lead : undefined;
}

/** The ext output mappings of an element; none where it has no mappings (docs/contributing/spec/mappings.md#what-a-mapping-does). */
export function extOutputsOf({ mappings }: ElementModel): readonly Mapping[] {
  return mappings?.extOutputs ?? NOTHING;
}

/** The loop of an activity (docs/contributing/spec/loops-and-compensation.md#loops). */
export function loopOf(element: ElementModel): LoopModel | undefined {
  return isActivity(element) ? element.loop : undefined;
}

/** Whether a compensation walk enters the element, and no token (docs/contributing/spec/loops-and-compensation.md#compensation). */
export function isCompensationHandler(element: ElementModel): boolean {
  return isActivity(element) && element.isForCompensation === true;
}

/** The activity that a boundary event stands at; undefined for everything else. */
export function attachedTo(element: ElementModel): string | undefined {
  return 'attachedTo' in element ? element.attachedTo : undefined;
}

/** Tokens it takes an element to begin. */
export function startQuantityOf(element: ElementModel): number {
  return isActivity(element) ? (element.startQuantity ?? 1) : 1;
}

/** How an ad-hoc body begins its activities; undefined for everything else (docs/contributing/spec/elements.md#ad-hoc-sub-process). */
export function adHocShapeOf(element: ElementModel) {
  if (element.type !== 'adHocSubProcess') return undefined;
  const { isSequential, lead, output } = element;
  return { isSequential, isLed: lead !== undefined, output: output?.collection };
}

/** The start event of an event sub-process. */
export function startOf(model: ProcessModel, { start }: EventSubProcessModel): StartEventModel {
  return elementOf(model, start) as StartEventModel;
}

/** Whether the element is the start event of an event sub-process. */
export function startsEventSubProcess({ elements }: ProcessModel, { id, container }: ElementModel): boolean {
  const around = elements.get(container);
  return around !== undefined && 'start' in around && around.start === id;
}

/** Whether all definitions of an event have to occur (docs/contributing/spec/events-and-errors.md#several-definitions-caught). */
export function isParallelMultiple(event: ElementModel): boolean {
  return 'parallelMultiple' in event && event.parallelMultiple === true;
}

/** Whether what catches an event interrupts: a boundary event, an event sub-process, or the start event of that. False for all others. */
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

/** When a complex gateway lets its tokens go on; undefined: when every flow has one, and on other elements. */
export function activationConditionOf(element: ElementModel): ExpressionModel | undefined {
  return element.type === 'complexGateway' ? element.activationCondition : undefined;
}

/** Whether the event sub-processes of a scope wait until its start event has written (docs/contributing/spec/execution.md#opening-a-scope). */
export function armsScope(element: ElementModel): boolean {
  return element.type === 'startEvent' && element.armsScope === true;
}

/** The variable that holds who started the instance; undefined on elements that name none. */
export function initiatorOf(element: ElementModel): string | undefined {
  return element.type === 'startEvent' ? element.initiator : undefined;
}

/** Compensation boundary events that a handler belongs to: no token enters them. */
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

/** Whether an element does something when it runs again. The others wait, or only pass tokens on. */
export function isWork(type: ElementType): boolean {
  return WORK.has(type);
}
