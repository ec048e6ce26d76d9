import { type Failure, mappingFailed } from '../failures.ts';
import { elementOf, type Mapping, type MappingSource } from '../model.ts';
import type { ActivityInstanceOrdinal, VariableScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../running/run.ts';
import { loopCounters } from '../state/loop-counters.ts';
import { type ActivityInstance, activityInstanceIn, openScope } from '../state.ts';
import { scopeIn, type VariableScopeState } from '../values/variable-scopes.ts';
import { copyVariables, type Json, type JsonObject, noVariables, type Variables } from '../values.ts';
import { evaluateText, storeResults } from './evaluate-text.ts';
import { checkWriteSize, writeLocally } from './variable-scope.ts';

interface ReadingPlace {
  readonly element: string;
  /** null: only the overlay */
  readonly variableScope: VariableScopeOrdinal | null;
  readonly overlay?: Variables;
  /** skips mappings of missing variables */
  readonly skipsMissing?: true;
  /** readable by mappings marked as local */
  readonly own?: Variables;
  /** scope that sources can also read in Camunda 8 if `variableScope` is null */
  readonly around?: VariableScopeOrdinal;
  /** target scope, whose variables dotted targets change; absent: they begin with an empty map */
  readonly into?: VariableScopeOrdinal;
}

/**
 * Evaluates in document order; each mapping can read earlier targets. Fails with code 400; the message has element, target and reason
 * (docs/contributing/spec/mappings.md#mapping-order).
 */
export function evaluateMappings(
  run: Run,
  mappings: readonly Mapping[],
  place: ReadingPlace,
): { values: Variables } | { failure: Failure } {
  const values = noVariables();
  for (const mapping of mappings) {
    const { source, target, local, optional } = mapping;
    const { own } = place;
    const isOwn = local === true && own !== undefined;
    const at = isOwn ? { ...place, variableScope: null, overlay: own } : placeOf(run, mapping, place, values);
    const skips = optional === true || (place.skipsMissing === true && !givesNull(mapping));
    if (skips && isMissing(run, source, at)) continue;
    const result = evaluateSource(run, source, at);
    if ('reason' in result) {
      return { failure: mappingFailed(place.element, target, result.reason, result.limitMs) };
    }
    if (mapping.earlier === 'merged') beginWithVariable(run, values, target, place);
    assignPath(values, target, result.value);
  }
  return { values };
}

/** Adds the earlier targets that the mapping can read (docs/contributing/spec/mappings.md#rules-of-engines). */
function placeOf(run: Run, { earlier }: Mapping, place: ReadingPlace, values: Variables): ReadingPlace {
  const readsAround = earlier === 'merged' && run.model.platform === 'Camunda 8';
  const before = { ...place, variableScope: place.variableScope ?? (readsAround ? (place.around ?? null) : null) };
  return { ...before, overlay: { ...place.overlay, ...seenTargets(run, earlier, before, values) } };
}

function seenTargets(run: Run, earlier: Mapping['earlier'], place: ReadingPlace, values: Variables): Variables {
  const { variableScope, overlay } = place;
  const names = Object.keys(values);
  if (earlier === undefined || earlier === 'merged' || names.length === 0) return values;
  if (earlier === 'never') return noVariables();
  const { get } = run.texts.readerOf(variableScope, overlay);
  if (earlier === 'layered') return Object.fromEntries(names.map((name) => [name, layered(get(name), values[name] as Json)]));
  const scope = variableScope === null ? undefined : run.state.variables.get(variableScope);
  const isHidden = (name: string) =>
    earlier === 'last' ? get(name) !== undefined : scope?.kind === 'local' && Object.hasOwn(scope.values, name);
  return Object.fromEntries(names.filter((name) => !isHidden(name)).map((name) => [name, values[name] as Json]));
}

/** Merges recursively; `above` overrides. */
function layered(below: Json | undefined, above: Json): Json {
  if (!isMap(below) || !isMap(above)) return above;
  const both = copyVariables(below);
  for (const [name, value] of Object.entries(above)) both[name] = layered(both[name], value);
  return both;
}

/** Keeps other members of the variable that a dotted target changes. */
function beginWithVariable(run: Run, values: Record<string, Json>, target: string, place: ReadingPlace): void {
  const [name = target, ...path] = target.split('.');
  if (path.length === 0 || place.into === undefined || Object.hasOwn(values, name)) return;
  const existing = changedVariable(run, name, place.variableScope ?? place.into, place.into);
  if (isMap(existing)) values[name] = existing;
}

/** Ignores local names below the written scope: these do not leave the activity. */
function changedVariable(run: Run, name: string, from: VariableScopeOrdinal, into: VariableScopeOrdinal): Json | undefined {
  for (let at: VariableScopeOrdinal | null = from; at !== null && at !== into; ) {
    const { values, locals, parent }: VariableScopeState = scopeIn(run.state.variables, at);
    if (Object.hasOwn(values, name) && locals?.has(name) !== true) return values[name];
    at = parent;
  }
  return run.texts.readerOf(into).get(name);
}

function isMap(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const NAME = /^(?!(?:true|false|null)$)[A-Za-z_$][\w$]*$/;

/** True if a call gets null for a missing variable, as in the engine of the file. */
function givesNull({ earlier, source }: Mapping): boolean {
  return earlier !== undefined && source.kind === 'expression' && source.dialect !== 'juel';
}

function isMissing(run: Run, source: MappingSource, { variableScope, overlay }: ReadingPlace): boolean {
  if (source.kind !== 'expression' || source.dialect === 'literal' || !NAME.test(source.source)) return false;
  return run.texts.readerOf(variableScope, overlay).get(source.source) === undefined;
}

function evaluateSource(run: Run, source: MappingSource, place: ReadingPlace): Source {
  switch (source.kind) {
    case 'expression': {
      const result = evaluateText(run, source, place.element, place.variableScope, place.overlay);
      return result.ok ? { value: result.value } : result;
    }
    case 'script': {
      const reader = run.texts.readerOf(place.variableScope, place.overlay);
      const result = run.context.evaluator.run(source, reader, run.texts.executionOf(place.element));
      if (!result.ok) return result;
      const tooLarge =
        place.variableScope === null ? undefined : storeResults(run, place.variableScope, { ...result, writes: {} });
      return tooLarge === undefined ? { value: result.value } : { reason: tooLarge.message };
    }
    case 'list': {
      const items: Json[] = [];
      for (const item of source.items) {
        const result = evaluateSource(run, item, place);
        if ('reason' in result) return result;
        items.push(result.value);
      }
      return { value: items };
    }
    case 'map': {
      const map = noVariables();
      for (const { key, value } of source.entries) {
        const name = evaluateSource(run, key, place);
        if ('reason' in name) return name;
        if (name.value === null || typeof name.value === 'object') return { reason: `key '${key.text}' of a map is not a text` };
        const result = evaluateSource(run, value, place);
        if ('reason' in result) return result;
        map[String(name.value)] = result.value;
      }
      return { value: map as JsonObject };
    }
  }
}

type Source = { readonly value: Json } | { readonly reason: string; readonly limitMs?: number };

/** Writes a target; a dotted one builds or extends a map. */
function assignPath(values: Record<string, Json>, target: string, value: Json): void {
  const [name = target, ...path] = target.split('.');
  values[name] = path.length === 0 ? value : withPath(values[name] ?? null, path, value);
}

function withPath(into: Json, path: readonly string[], value: Json): Json {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const map = copyVariables(isMap(into) ? into : noVariables());
  map[name] = withPath(map[name] ?? null, rest, value);
  return map;
}

/** Maps the inputs again, for a retry. Does nothing without local scope. */
export function remapInputs(run: Run, entry: ActivityInstance): Failure | undefined {
  const { element: id, variableScope } = entry;
  const scope = run.state.variables.get(variableScope);
  if (scope?.kind !== 'local' || scope.parent === null) return undefined;
  const inputs = elementOf(run.model, id).mappings?.inputs ?? [];
  const overlay = countersOf(run, entry);
  const place = { element: id, variableScope: scope.parent, ...(overlay === undefined ? {} : { overlay }) };
  const mapped = evaluateMappings(run, inputs, place);
  if ('failure' in mapped) return mapped.failure;
  const tooLarge = checkWriteSize(run, variableScope, mapped.values);
  if (tooLarge === undefined) writeLocally(run, variableScope, mapped.values);
  return tooLarge;
}

/** Counters for the input mappings of an iteration; undefined outside a loop. */
export function countersOf(run: Run, { index, scope }: ActivityInstance) {
  if (index === null) return undefined;
  return loopCounters(activityInstanceIn(run.state, openScope(run.state, scope).host as ActivityInstanceOrdinal).loop);
}
