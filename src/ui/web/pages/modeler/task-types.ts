import type Modeler from 'bpmn-js/lib/Modeler';
import type { CustomTask, CustomTaskParameter } from '../../../wire/custom-tasks.ts';
import { attributeDialectOf } from './dialect-attributes.ts';

/** Task in Camunda 8 format. */
export interface TypedTask {
  readonly taskType: string;
  /** expressions of input mappings, by target variable */
  readonly inputs: ReadonlyMap<string, string>;
}

/** Each change is one step of undo. */
export interface TaskTypes {
  /** Returns undefined if the element cannot have a type, or uses another dialect. */
  of(elementId: string): TypedTask | undefined;
  /** Adds an input for each parameter that is required or has a default. Keeps existing inputs. */
  set(elementId: string, entry: CustomTask): void;
  /** An empty expression removes the input. */
  setInput(elementId: string, name: string, source: string): void;
}

interface Part {
  readonly $type: string;
  $parent?: object;
  readonly $attrs?: Readonly<Record<string, unknown>>;
  get(name: string): unknown;
}
type Services = {
  bpmnFactory: { create(type: string, properties: object): Part };
  elementRegistry: { get(id: string): { readonly businessObject: Part } | undefined };
  modeling: { updateProperties(element: object, properties: object): void };
};

const TASKS: ReadonlySet<string> = new Set(['bpmn:ServiceTask', 'bpmn:SendTask', 'bpmn:BusinessRuleTask']);
const DEFINITION = 'zeebe:TaskDefinition';
const MAPPING = 'zeebe:IoMapping';

export function taskTypes(modeler: Modeler<object>): TaskTypes {
  const get = <Name extends keyof Services>(name: Name) => (modeler as unknown as Modeler<Services>).get(name);
  const taskAt = (elementId: string) => {
    const element = get('elementRegistry').get(elementId);
    if (element === undefined || !TASKS.has(element.businessObject.$type)) return undefined;
    const definitions = (modeler as unknown as Modeler).getDefinitions() as unknown as Part | undefined;
    const dialect = attributeDialectOf(definitions?.$attrs ?? {});
    return dialect === undefined || dialect.isMixed ? element : undefined;
  };
  return {
    of(elementId) {
      const task = taskAt(elementId);
      if (task === undefined) return undefined;
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
      const parts = partsOf(task.businessObject);
      const create = creator(get);
      const retries = parts.find(({ $type }) => $type === DEFINITION)?.get('retries');
      const definition = create(DEFINITION, { type: taskType, ...(retries === undefined ? {} : { retries }) });
      const inputs = inputsOf(parts);
      const missing = (parameterSchema?.parameters ?? []).filter(
        ({ name, required, defaultValue }) =>
          (required || defaultValue !== null) && !inputs.some((input) => input.get('target') === name),
      );
      const added = missing.map((parameter) => create('zeebe:Input', { source: sourceOf(parameter), target: parameter.name }));
      const rest = parts.filter(({ $type }) => $type !== DEFINITION);
      replace(get, task, [...rest, definition], [...inputs, ...added]);
    },
    setInput(elementId, name, source) {
      const task = taskAt(elementId);
      if (task === undefined) return;
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

function creator(get: Get): Services['bpmnFactory']['create'] {
  return get('bpmnFactory').create.bind(get('bpmnFactory'));
}

/** One step of undo. Keeps the outputs. */
function replace(get: Get, task: { readonly businessObject: Part }, parts: readonly Part[], inputs: readonly Part[]): void {
  const create = creator(get);
  const outputs = (parts.find(({ $type }) => $type === MAPPING)?.get('outputParameters') ?? []) as readonly Part[];
  const mapping = create(MAPPING, { inputParameters: [...inputs], outputParameters: [...outputs] });
  for (const child of [...inputs, ...outputs]) child.$parent = mapping;
  const hasMapping = inputs.length + outputs.length > 0;
  const values = [...parts.filter(({ $type }) => $type !== MAPPING), ...(hasMapping ? [mapping] : [])];
  const extensionElements = create('bpmn:ExtensionElements', { values });
  for (const value of values) value.$parent = extensionElements;
  extensionElements.$parent = task.businessObject;
  get('modeling').updateProperties(task, { extensionElements });
}

function partsOf(named: Part): readonly Part[] {
  return ((named.get('extensionElements') as Part | undefined)?.get('values') ?? []) as readonly Part[];
}

function inputsOf(parts: readonly Part[]): readonly Part[] {
  return (parts.find(({ $type }) => $type === MAPPING)?.get('inputParameters') ?? []) as readonly Part[];
}

/** FEEL expression of the default; without default, the variable of that name, `=null` if it is not a variable name. */
function sourceOf({ name, type, defaultValue }: CustomTaskParameter): string {
  if (defaultValue === null) return `=${/^[A-Za-z_]\w*$/.test(name) ? name : 'null'}`;
  const isText = type.toLowerCase() === 'string' || !isJson(defaultValue);
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
