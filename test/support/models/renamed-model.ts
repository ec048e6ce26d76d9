import type { MigrationPair } from '../../../src/engine/migration/migrations.ts';
import type { ElementModel, ProcessModel } from '../../../src/engine/model.ts';

/** Members with ids of elements, containers or flows. */
const IDS: ReadonlySet<string> = new Set([
  'id',
  'container',
  'incoming',
  'outgoing',
  'defaultFlow',
  'boundaries',
  'compensationHandler',
  'start',
  'attachedTo',
  'nodes',
  'flows',
  'starts',
  'eventSubProcesses',
  'source',
  'target',
  'linkTarget',
  'activityRef',
  'element',
]);

/** Renames all elements and flows of a process, and returns the pairs of ids. */
export function renamedModel(model: ProcessModel, suffix: string): { model: ProcessModel; pairs: MigrationPair[] } {
  const newId = new Map([...model.elements.keys(), ...model.flows.keys()].map((id) => [id, `${id}${suffix}`]));
  const idOf = (id: string) => newId.get(id) ?? id;
  const renamed = (value: unknown, isId: boolean): unknown => {
    if (typeof value === 'string') return isId ? idOf(value) : value;
    if (Array.isArray(value)) return value.map((item) => renamed(item, isId));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        renamed(inner, IDS.has(name) && typeof inner !== 'object' ? true : IDS.has(name) && isTexts(inner)),
      ]),
    );
  };
  const mapOf = <V>(map: ReadonlyMap<string, V>) =>
    new Map([...map].map(([id, value]) => [idOf(id), renamed(value, false) as V] as const));
  return {
    model: {
      ...model,
      elements: mapOf<ElementModel>(model.elements),
      flows: mapOf(model.flows),
      containers: mapOf(model.containers),
    },
    pairs: [...newId].map(([from, to]) => ({ from, to })),
  };
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
