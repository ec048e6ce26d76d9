import { getOrAdd } from '../engine/collections.ts';
import { type ExpressionModel, elementOf, flowOf, type Mapping, type ProcessModel, type ScriptModel } from '../engine/model.ts';
import { type VariableNames, variableNamesIn } from '../expressions/variable-names.ts';

/** Properties of element models with the name of a written variable. */
const WRITTEN_NAMES: ReadonlySet<string> = new Set(['resultVariable', 'outputCollection', 'codeVariable', 'messageVariable']);
/** Properties with mappings that write outer variables. */
const OUTPUTS: ReadonlySet<string> = new Set(['extOutputs', 'camundaOutputs', 'outputs']);
/** Property with mappings that write local variables. */
const INPUTS = 'inputs';

/** Most names read or written per element, including its body. Others get no warning. */
const MOST_NAMES = 200;
const NONE: ReadonlySet<string> = new Set();

/** Returns a lookup of the variables read and written by an element, its body and the conditions of its flows. Reads each expression once. */
export function openElementVariables(model: ProcessModel): (id: string) => VariableNames {
  const known = new Map<string, VariableNames>();
  const variablesOf = (id: string): VariableNames => getOrAdd(known, id, () => read(id));
  return variablesOf;

  function read(id: string): VariableNames {
    const element = elementOf(model, id);
    const found: Found = { reads: new Set(), writes: new Set(), own: new Set() };
    collect(element, found);
    for (const flow of element.outgoing) collect(flowOf(model, flow).condition, found);
    for (const name of found.own) found.reads.delete(name);
    for (const inner of model.containers.get(id)?.nodes ?? []) {
      const { reads, writes } = variablesOf(inner);
      addTo(found.reads, reads, found.own);
      addTo(found.writes, writes, found.own);
    }
    return found;
  }
}

function addTo(names: Set<string>, more: Iterable<string>, except: ReadonlySet<string> = NONE): void {
  for (const name of more) {
    if (names.size >= MOST_NAMES) return;
    if (!except.has(name)) names.add(name);
  }
}

interface Found {
  readonly reads: Set<string>;
  readonly writes: Set<string>;
  /** Local variables created by mapped inputs. */
  readonly own: Set<string>;
}

function collect(part: unknown, found: Found): void {
  if (typeof part !== 'object' || part === null) return;
  if (isText(part)) {
    const { reads, writes } = variableNamesIn(part);
    addTo(found.reads, reads);
    addTo(found.writes, writes);
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
