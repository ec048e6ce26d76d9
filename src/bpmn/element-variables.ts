import type { ElementModel, ExpressionModel, Mapping, ProcessModel, ScriptModel } from '../engine/model.ts';
import { type VariableNames, variableNamesIn } from '../expressions/variable-names.ts';

/** Members of element models that hold the name of a variable the element writes. */
const WRITTEN_NAMES: ReadonlySet<string> = new Set(['resultVariable', 'outputCollection', 'codeVariable', 'messageVariable']);
/** Members that hold mappings whose targets are variables outside of the element. */
const OUTPUTS: ReadonlySet<string> = new Set(['extOutputs', 'camundaOutputs', 'outputs']);
/** Members that hold mappings whose targets are names of the element's own. */
const INPUTS = 'inputs';

/** The variables that an element, its body and the conditions of its flows read and write, as far as the model shows. */
export function variablesOfElement(model: ProcessModel, element: ElementModel): VariableNames {
  const found: Found = { reads: new Set(), writes: new Set(), own: new Set() };
  collect(element, found);
  for (const id of element.outgoing) collect(model.flows.get(id)?.condition, found);
  for (const name of found.own) found.reads.delete(name);
  for (const id of model.containers.get(element.id)?.nodes ?? []) {
    const inner = model.elements.get(id);
    const { reads, writes } = inner === undefined ? NONE : variablesOfElement(model, inner);
    for (const name of reads) if (!found.own.has(name)) found.reads.add(name);
    for (const name of writes) if (!found.own.has(name)) found.writes.add(name);
  }
  return found;
}

interface Found {
  readonly reads: Set<string>;
  readonly writes: Set<string>;
  /** mapped inputs */
  readonly own: Set<string>;
}

const NONE: VariableNames = { reads: new Set(), writes: new Set() };

function collect(part: unknown, found: Found): void {
  if (typeof part !== 'object' || part === null) return;
  if (isText(part)) {
    const { reads, writes } = variableNamesIn(part);
    for (const name of reads) found.reads.add(name);
    for (const name of writes) found.writes.add(name);
    return;
  }
  for (const [member, value] of Object.entries(part)) {
    if (WRITTEN_NAMES.has(member) && typeof value === 'string') found.writes.add(value);
    else if (member === 'expectedOutputs') for (const name of value as readonly string[]) found.writes.add(name);
    if (OUTPUTS.has(member)) for (const { target } of mappingsOf(value)) found.writes.add(baseOf(target));
    if (member === INPUTS) for (const { target } of mappingsOf(value)) found.own.add(baseOf(target));
    collect(value, found);
  }
}

function isText(part: object): part is ExpressionModel | ScriptModel {
  return 'kind' in part && 'source' in part && (part.kind === 'expression' || part.kind === 'script');
}

function mappingsOf(value: unknown): readonly Mapping[] {
  return Array.isArray(value) ? value.filter((one) => typeof one?.target === 'string') : [];
}

/** The variable of a dotted target. */
function baseOf(target: string): string {
  return target.split('.', 1)[0] ?? target;
}
