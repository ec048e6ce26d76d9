import { getOrAdd } from '../engine/collections.ts';
import { type BranchVariables, type ElementModel, elementOf, flowOf, type ProcessModel } from '../engine/model.ts';
import type { VariableNames } from '../expressions/variable-names.ts';
import { openElementVariables } from './element-variables.ts';
import { quote } from './finding.ts';
import type { Warning } from './warning.ts';

/** Limit of visited elements and flows over all forks of a process. Forks beyond the limit get no warning. */
const MOST_VISITS = 50_000;

/**
 * Returns a warning for each fork where one parallel path reads a variable that another path writes. The text explains the rule for shared
 * or isolated variables (docs/contributing/spec/validation.md#branch-variables-warning). Bounded by `MOST_VISITS`; in document order.
 */
export function branchConflicts(model: ProcessModel, mode: BranchVariables): readonly Warning[] {
  const warnings: Warning[] = [];
  const variablesOf = openElementVariables(model);
  const budget = { visits: MOST_VISITS };
  for (const element of model.elements.values()) {
    const paths = pathsOf(model, element);
    if (paths.length < 2) continue;
    const regions = ownRegions(model, element, paths, budget);
    if (budget.visits <= 0) break;
    const conflict = conflictOf(regions, variablesOf);
    if (conflict !== undefined) warnings.push(warningOf(model, element, conflict, mode));
  }
  return warnings;
}

/** Start elements of parallel paths. Returns fewer than two paths if the element is not a fork: exclusive and event-based gateways choose one path. */
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

/** Elements that can be reached from one path only, for each path. */
function ownRegions(
  model: ProcessModel,
  fork: ElementModel,
  paths: readonly string[][],
  budget: { visits: number },
): readonly ReadonlySet<string>[] {
  const reached = paths.map((path) => reachFrom(model, fork.id, path, budget));
  const times = new Map<string, number>();
  for (const region of reached) for (const id of region) times.set(id, (times.get(id) ?? 0) + 1);
  return reached.map((region) => new Set([...region].filter((id) => times.get(id) === 1)));
}

function reachFrom(model: ProcessModel, fork: string, path: readonly string[], budget: { visits: number }): Set<string> {
  const seen = new Set<string>([fork]);
  const open = [...path];
  for (let id = open.pop(); id !== undefined && budget.visits > 0; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const element = elementOf(model, id);
    budget.visits -= 1 + element.outgoing.length;
    for (const next of targetsOf(model, element)) open.push(next);
    for (const boundary of element.boundaries) open.push(boundary);
  }
  seen.delete(fork);
  return seen;
}

interface Conflict {
  readonly name: string;
  readonly writer: string;
  readonly reader: string;
}

function conflictOf(regions: readonly ReadonlySet<string>[], variablesOf: (id: string) => VariableNames): Conflict | undefined {
  /** variable name → path index → id of the first element that writes it */
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
