import { type ElementModel, type FlowModel, isActivity, type ProcessModel } from '../../engine/model.ts';
import {
  type DescribedProperty,
  languageOf,
  mappingsOf,
  ofCatches,
  ofForm,
  ofListeners,
  ofLoop,
  ofMappings,
  ofRetries,
  ofThrows,
  ofUserTask,
  ofWork,
  property,
  textOf,
} from './description-parts.ts';

/** Properties as the engine understands them, independent of the dialect (docs/contributing/spec/http/definitions.md#described-elements). */
export interface DescribedElement {
  readonly id: string;
  readonly properties: readonly DescribedProperty[];
}

/** Process, elements and flows with properties. */
export function* describe(model: ProcessModel): Generator<DescribedElement> {
  yield* described(model.key, ofProcess(model));
  for (const element of model.elements.values()) yield* described(element.id, ofElement(element));
  for (const flow of model.flows.values()) yield* described(flow.id, ofFlow(flow));
}

function* described(id: string, properties: Iterable<DescribedProperty>): Generator<DescribedElement> {
  const found = [...properties];
  if (found.length > 0) yield { id, properties: found };
}

function* ofProcess({ versionTag, platform, branchVariables, onFailure, initialVariables, startForm, listeners }: ProcessModel) {
  yield* property('Made for', platform);
  yield* property('Version tag', versionTag);
  yield* property('Variables of parallel paths', branchVariables);
  if (onFailure !== undefined) {
    yield { name: 'When something fails', value: onFailure === 'fail' ? 'the instance fails' : 'an incident waits' };
  }
  for (const [name, value] of Object.entries(initialVariables ?? {}))
    yield { name: `Initial value of ${name}`, value: JSON.stringify(value) };
  yield* ofForm(startForm);
  yield* ofListeners(listeners);
}

function* ofFlow({ condition, skip, listeners }: FlowModel) {
  yield* property('Taken when', textOf(condition));
  yield* property('Skip expression', textOf(skip));
  yield* ofListeners(listeners);
}

function* ofElement(element: ElementModel): Generator<DescribedProperty> {
  yield* ofKind(element);
  if (isActivity(element)) {
    yield* ofLoop(element.loop);
    yield* property('Skip expression', textOf(element.skip));
    if (element.isForCompensation === true) yield { name: 'Runs', value: 'when what it is joined to is compensated' };
  }
  yield* ofMappings(element.mappings);
  yield* ofListeners(element.listeners);
  yield* property('Default flow', element.defaultFlow);
}

function* ofKind(element: ElementModel): Generator<DescribedProperty> {
  switch (element.type) {
    case 'userTask':
      return yield* ofUserTask(element);
    case 'serviceTask':
    case 'sendTask':
    case 'businessRuleTask':
      return yield* ofWork(element.work);
    case 'task':
    case 'manualTask':
      return yield { name: 'Work', value: element.passesThrough ? 'none: it is passed immediately' : WAITS };
    case 'scriptTask':
      yield { name: 'Script', value: languageOf(element.script) };
      return yield* property('Result variable', element.script.resultVariable);
    case 'receiveTask':
      return yield* element.message === undefined ? [{ name: 'Work', value: WAITS }] : ofCatches([element.message]);
    case 'callActivity':
      return yield* ofCall(element);
    case 'startEvent':
    case 'intermediateCatchEvent':
      return yield* ofCatches(element.triggers);
    case 'boundaryEvent':
      yield* ofCatches(element.triggers);
      return yield { name: 'Activity', value: element.interrupting ? 'is interrupted' : 'continues' };
    case 'intermediateThrowEvent':
    case 'endEvent':
      yield* ofThrows(element.throws);
      return yield* element.work === undefined ? [] : ofWork(element.work);
    case 'complexGateway':
      return yield* property('Activation condition', textOf(element.activationCondition));
    case 'adHocSubProcess':
      return yield* ofAdHoc(element);
    default:
  }
}

const WAITS = 'it waits until the activity is completed from outside';

function* ofCall({ calledElement, binding, call }: Extract<ElementModel, { type: 'callActivity' }>) {
  yield* property('Calls', calledElement.text);
  yield* property('Version', 'value' in binding ? binding.value.text : binding.kind);
  yield* property('Passes in', call.passesAllIn ? 'all variables' : mappingsOf(call.inputs));
  yield* property('Passes out', call.passesAllOut ? 'all variables' : mappingsOf(call.outputs));
}

function* ofAdHoc(element: Extract<ElementModel, { type: 'adHocSubProcess' }>) {
  yield { name: 'Order', value: element.isSequential ? 'one after the other' : 'at the same time' };
  yield* property('Begins with', textOf(element.activeElements));
  yield* property('Completed when', textOf(element.completionCondition));
  if (element.lead === undefined) return;
  yield* property('Task type', element.lead.taskType.text);
  yield* ofRetries(element.lead.retries);
}
