import type Modeler from 'bpmn-js/lib/Modeler';
import type { CustomTask, CustomTaskParameter } from '../../../wire/custom-tasks.ts';
import { attributeDialectOf } from './dialect-attributes.ts';
import { INPUTS, TASK_TYPE } from './native-fields.ts';
import { type NativeModel, nativeModel } from './native-model.ts';
import { type EditorPart, nativeWordsOf, type PartServices } from './native-parts.ts';

/** Task in Camunda 8 format, or in the native dialect. */
export interface TypedTask {
  readonly taskType: string;
  /** expressions of input mappings, by target variable */
  readonly inputs: ReadonlyMap<string, string>;
}

/** Each change is one step of undo. */
export interface TaskTypes {
  /** Returns undefined if the element cannot have a type, or uses another dialect. */
  of(elementId: string): TypedTask | undefined;
  /** Adds an input for each parameter that has a default. Keeps existing inputs. */
  set(elementId: string, entry: CustomTask): void;
  /** An empty expression removes the input. */
  setInput(elementId: string, name: string, source: string): void;
}

interface Shown {
  readonly businessObject: EditorPart;
}
type Services = PartServices & {
  elementRegistry: { get(id: string): Shown | undefined };
  modeling: {
    updateProperties(element: object, properties: object): void;
    updateModdleProperties(element: object, owner: object, properties: object): void;
  };
};

const TASKS: ReadonlySet<string> = new Set(['bpmn:ServiceTask', 'bpmn:SendTask', 'bpmn:BusinessRuleTask']);
const DEFINITION = 'zeebe:TaskDefinition';
const MAPPING = 'zeebe:IoMapping';

export function taskTypes(modeler: Modeler<object>): TaskTypes {
  const get = <Name extends keyof Services>(name: Name) => (modeler as unknown as Modeler<Services>).get(name);
  const taskAt = (elementId: string) => {
    const element = get('elementRegistry').get(elementId);
    if (element === undefined || !TASKS.has(element.businessObject.$type)) return undefined;
    if (nativeWordsOf(element.businessObject) !== undefined) return element;
    const definitions = (modeler as unknown as Modeler).getDefinitions() as unknown as EditorPart | undefined;
    const dialect = attributeDialectOf(definitions?.$attrs ?? {});
    return dialect === undefined || dialect.isMixed ? element : undefined;
  };
  return {
    of(elementId) {
      const task = taskAt(elementId);
      if (task === undefined) return undefined;
      const native = nativeOf(get, task);
      if (native !== undefined) return nativeTask(native);
      const parts = partsOf(task.businessObject);
      const taskType = String(parts.find(({ $type }) => $type === DEFINITION)?.get('type') ?? '');
      return {
        taskType,
        inputs: new Map(inputsOf(parts).map((input) => [String(input.get('target')), String(input.get('source') ?? '')])),
      };
    },
    set(elementId, { taskType, parameterSchema }) {
      const task = taskAt(elementId);
      if (task === undefined) return;
      const native = nativeOf(get, task);
      if (native !== undefined) {
        const known = native.pairs(INPUTS).map(({ target }) => target);
        const added = addedInputs(parameterSchema?.parameters ?? [], known);
        return native.setType(TASK_TYPE, taskType, INPUTS, added);
      }
      const parts = partsOf(task.businessObject);
      const create = creator(get);
      const retries = parts.find(({ $type }) => $type === DEFINITION)?.get('retries');
      const definition = create(DEFINITION, { type: taskType, ...(retries === undefined ? {} : { retries }) });
      const inputs = inputsOf(parts);
      const known = inputs.map((input) => String(input.get('target')));
      const added = addedInputs(parameterSchema?.parameters ?? [], known).map((input) => create('zeebe:Input', input));
      const rest = parts.filter(({ $type }) => $type !== DEFINITION);
      replace(get, task, [...rest, definition], [...inputs, ...added]);
    },
    setInput(elementId, name, source) {
      const task = taskAt(elementId);
      if (task === undefined) return;
      const native = nativeOf(get, task);
      if (native !== undefined) return setNativeInput(native, name, source);
      const parts = partsOf(task.businessObject);
      const inputs = inputsOf(parts);
      const at = inputs.findIndex((input) => input.get('target') === name);
      if (String(inputs[at]?.get('source') ?? '') === source) return;
      const input = source === '' ? [] : [creator(get)('zeebe:Input', { source, target: name })];
      replace(get, task, parts, at === -1 ? [...inputs, ...input] : inputs.toSpliced(at, 1, ...input));
    },
  };
}

type Get = <Name extends keyof Services>(name: Name) => Services[Name];

function nativeTask(native: NativeModel): TypedTask {
  const inputs = native.pairs(INPUTS).map(({ target, source }) => [target, source] as const);
  return { taskType: native.read(TASK_TYPE) ?? '', inputs: new Map(inputs) };
}

function setNativeInput(native: NativeModel, name: string, source: string): void {
  const pairs = native.pairs(INPUTS);
  const place = pairs.findIndex(({ target }) => target === name);
  if ((pairs[place]?.source ?? '') === source) return;
  native.setPair(INPUTS, place === -1 ? pairs.length : place, source === '' ? undefined : { source, target: name });
}

/** Undefined: the task uses another dialect. */
function nativeOf(get: Get, task: Shown) {
  const words = nativeWordsOf(task.businessObject);
  if (words === undefined) return undefined;
  const update = (owner: EditorPart, properties: object) => get('modeling').updateModdleProperties(task, owner, properties);
  const services = { bpmnFactory: get('bpmnFactory'), moddle: get('moddle') };
  return nativeModel(task.businessObject, { words, services, update });
}

/** Inputs for parameters with a default. A required one without default stays empty, so that the check reports it. */
function addedInputs(parameters: readonly CustomTaskParameter[], known: readonly string[]) {
  return parameters
    .filter(({ name, defaultValue }) => defaultValue !== null && !known.includes(name))
    .map((parameter) => ({ source: sourceOf(parameter), target: parameter.name }));
}

function creator(get: Get): Services['bpmnFactory']['create'] {
  return get('bpmnFactory').create.bind(get('bpmnFactory'));
}

/** One step of undo. Keeps the outputs. */
function replace(
  get: Get,
  task: { readonly businessObject: EditorPart },
  parts: readonly EditorPart[],
  inputs: readonly EditorPart[],
): void {
  const create = creator(get);
  const outputs = (parts.find(({ $type }) => $type === MAPPING)?.get('outputParameters') ?? []) as readonly EditorPart[];
  const mapping = create(MAPPING, { inputParameters: [...inputs], outputParameters: [...outputs] });
  for (const child of [...inputs, ...outputs]) child.$parent = mapping;
  const hasMapping = inputs.length + outputs.length > 0;
  const values = [...parts.filter(({ $type }) => $type !== MAPPING), ...(hasMapping ? [mapping] : [])];
  const extensionElements = create('bpmn:ExtensionElements', { values });
  for (const value of values) value.$parent = extensionElements;
  extensionElements.$parent = task.businessObject;
  get('modeling').updateProperties(task, { extensionElements });
}

function partsOf(named: EditorPart): readonly EditorPart[] {
  return ((named.get('extensionElements') as EditorPart | undefined)?.get('values') ?? []) as readonly EditorPart[];
}

function inputsOf(parts: readonly EditorPart[]): readonly EditorPart[] {
  return (parts.find(({ $type }) => $type === MAPPING)?.get('inputParameters') ?? []) as readonly EditorPart[];
}

/** FEEL expression of the default. */
function sourceOf({ type, defaultValue }: CustomTaskParameter): string {
  const isText = type.toLowerCase() === 'string' || !isJson(defaultValue ?? '');
  return `=${isText ? JSON.stringify(defaultValue) : defaultValue}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A constant text without quotes, other expressions with `=`. */
export function shownSource(source: string): string {
  const text = source.replace(/^=\s*/, '');
  if (/^"(?:[^"\\]|\\.)*"$/.test(text) && isJson(text)) {
    const value = JSON.parse(text) as string;
    return value.startsWith('=') ? source : value;
  }
  return text !== source && /^(?:-?\d+(?:\.\d+)?|true|false)$/.test(text) ? text : source;
}

/** Text after `=` is an expression, other text a constant of the type. */
export function typedSource(text: string, type: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.startsWith('=')) return trimmed;
  const isText = type.toLowerCase() === 'string' || !isJson(trimmed);
  return `=${isText ? JSON.stringify(text) : trimmed}`;
}
