import { BEHAVIOURS } from '../../engine/behaviours/registry.ts';
import { getOrAdd } from '../../engine/collections.ts';
import {
  type BranchVariables,
  type ElementModel,
  type ExpressionModel,
  elementOf,
  flowOf,
  type Mapping,
  type ProcessModel,
  type ScriptModel,
} from '../../engine/model.ts';
import { type GraphOrder, graphOrderOf } from '../../engine/policies/graph-order.ts';
import { type VariableNames, variableNamesIn } from '../../expressions/variable-names.ts';
import { quote, type Warning } from '../finding.ts';
import { ownRegions } from './own-regions.ts';

/** Properties that name a written variable. */
const WRITTEN_NAMES: ReadonlySet<string> = new Set(['resultVariable', 'outputCollection', 'codeVariable', 'messageVariable']);

/** Mappings that write outer variables. */
const OUTPUTS: ReadonlySet<string> = new Set(['extOutputs', 'parameterOutputs', 'outputs']);

/** Mappings that write local variables. */
const INPUTS = 'inputs';

/** Limit per element with its body. Others get no warning. */
const MOST_NAMES = 200;
const NONE: ReadonlySet<string> = new Set();

/** Lookup by element, with its body and the conditions of its flows. Reads each expression once. */
function openElementVariables(model: ProcessModel): (id: string) => VariableNames {
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
  /** Created by mapped inputs. */
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

/** Variable of a dotted target. */
function baseOf(target: string): string {
  return target.split('.', 1)[0] ?? target;
}

/** Elements and flows visited for all forks of a process. Forks beyond get no warning. */
const MOST_VISITS = 500_000;

/**
 * Returns one warning per fork where a parallel path reads a variable that another one writes. The text explains the rule of the mode
 * (docs/contributing/spec/validation.md#branch-variables-warning). Bounded by `MOST_VISITS`; in document order.
 */
export function branchConflicts(model: ProcessModel, mode: BranchVariables): readonly Warning[] {
  const warnings: Warning[] = [];
  const variablesOf = openElementVariables(model);
  const orders = new Map<string, GraphOrder>();
  const orderOf = (container: string) => getOrAdd(orders, container, () => graphOrderOf(model, BEHAVIOURS, container));
  const visits = { left: MOST_VISITS };
  for (const element of model.elements.values()) {
    const paths = pathsOf(model, element);
    if (paths.length < 2) continue;
    const regions = ownRegions(orderOf(element.container), element, paths, visits);
    if (visits.left <= 0) break;
    const conflict = conflictOf(regions, variablesOf);
    if (conflict !== undefined) warnings.push(warningOf(model, element, conflict, mode));
  }
  return warnings;
}

/** Start elements of each path. Fewer than two paths: no fork, as at exclusive and event-based gateways. */
function pathsOf(model: ProcessModel, element: ElementModel): readonly string[][] {
  if (element.type === 'boundaryEvent') {
    return element.interrupting ? [] : [targetsOf(model, element), [element.attachedTo]];
  }
  if (element.type === 'exclusiveGateway' || element.type === 'eventBasedGateway') return [];
  return targetsOf(model, element).map((target) => [target]);
}

function targetsOf(model: ProcessModel, { outgoing }: ElementModel): string[] {
  return outgoing.map((id) => flowOf(model, id).target);
}

interface Conflict {
  readonly name: string;
  readonly writer: string;
  readonly reader: string;
}

function conflictOf(regions: readonly ReadonlySet<string>[], variablesOf: (id: string) => VariableNames): Conflict | undefined {
  /** first element that writes it, by variable and path */
  const writers = new Map<string, Map<number, string>>();
  for (const [at, region] of regions.entries()) {
    for (const id of region) {
      for (const name of variablesOf(id).writes) {
        const ofName = getOrAdd(writers, name, () => new Map<number, string>());
        if (!ofName.has(at)) ofName.set(at, id);
      }
    }
  }
  for (const [at, region] of regions.entries()) {
    for (const reader of region) {
      for (const name of variablesOf(reader).reads) {
        for (const [other, writer] of writers.get(name) ?? []) if (other !== at) return { name, writer, reader };
      }
    }
  }
  return undefined;
}

function warningOf({ key }: ProcessModel, { id, type }: ElementModel, conflict: Conflict, mode: BranchVariables): Warning {
  const { name, writer, reader } = conflict;
  const what = `'${quote(reader)}' reads ${quote(name)}, which '${quote(writer)}' on a parallel path writes`;
  const other = mode === 'shared' ? 'isolated' : 'shared';
  const when =
    mode === 'shared'
      ? 'immediately: paths share their variables'
      : 'once the paths have joined: they do not share their variables';
  const text = `${type} '${quote(id)}': ${what}, and sees it ${when}; branchVariables="${other}" on the process changes that`;
  return { event: 'paths-read-each-other', processKey: key, elementId: id, name: quote(name), text };
}
