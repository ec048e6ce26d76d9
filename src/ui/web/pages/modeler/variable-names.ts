import { modelerTexts } from '../../texts/modeler.ts';

interface Part {
  readonly $type?: string;
  readonly $descriptor?: { readonly properties: readonly { readonly name: string; readonly isReference?: boolean }[] };
  readonly $attrs?: Readonly<Record<string, unknown>>;
  readonly $parent?: Part;
  readonly $children?: readonly Part[];
  readonly id?: string;
  readonly name?: string;
  get(name: string): unknown;
}

/** Suggestion in FEEL fields. `info`: its source in the model. */
interface OfferedVariable {
  readonly name: string;
  readonly info: string;
}

/** Properties with a variable name, by type of the model element. */
const NAMING: Readonly<Record<string, readonly string[]>> = {
  'zeebe:Input': ['target'],
  'zeebe:Output': ['target'],
  'zeebe:Script': ['resultVariable'],
  'zeebe:CalledDecision': ['resultVariable'],
  'zeebe:LoopCharacteristics': ['inputElement', 'outputCollection'],
  'zeebe:AdHoc': ['outputCollection'],
  'bpmn:Property': ['name'],
  'bpmn:DataInput': ['name'],
  'bpmn:DataOutput': ['name'],
  'bpmn:DataObject': ['name'],
  'bpmn:DataObjectReference': ['name'],
};
/** Group 1: assigned variable. */
const ASSIGNED = /(?:^|[;{}\n])\s*(?:_context\.)?([\p{L}_][\p{L}\p{N}_]*)\s*[+\-*/]?=(?!=)/gu;
const SET = /\bsetVariable\(\s*["']([^"']+)["']/g;
/** Keys in the JSON of a Camunda 8 form. */
const FORM_KEY = /"key"\s*:\s*"([^"]+)"/g;
/** Characters of a searched text. */
const LONGEST = 65_536;
const IN_ATTRIBUTES = /^[\w.-]+:(?:resultVariable|elementVariable|initiator|outputVariable|outputCollection)$/;
const FIELDS = /:(?:formField|formProperty)$/;
const NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_]*/u;
/** Searched nesting depth. */
const DEPTH = 60;

/** Variables that the model writes. The panel suggests them in FEEL fields. */
class VariableNames {
  static readonly $inject: readonly string[] = [];

  async getVariablesForElement(named: Part): Promise<readonly OfferedVariable[]> {
    let top = named;
    while (top.$parent !== undefined && top.$parent !== null && top.$type !== 'bpmn:Process') top = top.$parent;
    const found = new Map<string, OfferedVariable>();
    collect(top, top, found, 0);
    return [...found.values()].sort((one, other) => one.name.localeCompare(other.name));
  }
}

function collect(part: Part, holder: Part, found: Map<string, OfferedVariable>, depth: number): void {
  const type = part.$type ?? '';
  const around = type.startsWith('bpmn:') && part.id !== undefined ? part : holder;
  const add = (value: unknown) => {
    const name = typeof value === 'string' ? NAME.exec(value)?.[0] : undefined;
    if (name !== undefined && !found.has(name))
      found.set(name, { name, info: modelerTexts.editors.of(around.name ?? around.id) });
  };
  for (const property of Object.hasOwn(NAMING, type) ? (NAMING[type] ?? []) : []) add(part.get(property));
  for (const [name, value] of Object.entries(part.$attrs ?? {})) if (IN_ATTRIBUTES.test(name)) add(value);
  if (FIELDS.test(type)) add(part.id);
  // native dialect
  if (/:(?:input|output|outputMapping)$/.test(type) && type !== 'zeebe:Input' && type !== 'zeebe:Output') add(part.get('target'));
  if (/:expectedOutput$/.test(type)) add(part.name);
  for (const name of namesInTexts(part, type)) add(name);
  if (depth > DEPTH) return;
  for (const child of childrenOf(part)) collect(child, around, found, depth + 1);
}

function* namesInTexts(part: Part, type: string): Iterable<string | undefined> {
  const text = type === 'bpmn:ScriptTask' ? part.get('script') : type === 'zeebe:UserTaskForm' ? part.get('body') : undefined;
  if (typeof text !== 'string' || text.length > LONGEST) return;
  for (const pattern of type === 'bpmn:ScriptTask' ? [ASSIGNED, SET] : [FORM_KEY])
    for (const found of text.matchAll(pattern)) yield found[1];
}

function* childrenOf(part: Part): Iterable<Part> {
  yield* part.$children ?? [];
  for (const { name, isReference } of part.$descriptor?.properties ?? []) {
    if (isReference === true) continue;
    const value = part.get(name);
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null && '$type' in child && (child as Part).$parent === part)
        yield child as Part;
    }
  }
}

/** Editor module. */
export const variableNames = { variableResolver: ['type', VariableNames] };
