import type { ElementModel, ProcessModel } from '../engine/model.ts';
import type { Variables } from '../engine/values.ts';
import type { StartTriggerRow } from '../store/start-triggers.ts';
import { expectedAtStart } from './expected-variables.ts';
import type { SimulatedStart } from './protocol.ts';
import type { VariableDisplay } from './shown-variables.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** A way in which an instance may begin. `trigger` absent: by the key of its process. */
export interface OpenStart {
  readonly model: ProcessModel;
  readonly element: ElementModel;
  readonly trigger?: StartTriggerRow;
}

/** Maximum of starts in an answer. */
const MOST_STARTS = 50;

/** Every way in which an instance of the files may begin: process by process, by its key first. */
export async function openStarts(world: SimulatedWorld): Promise<readonly OpenStart[]> {
  const starts: OpenStart[] = [];
  for (const { definitionId, key } of world.tables.definitions.values()) {
    const model = await world.machine.modelOf(definitionId);
    const triggered = new Set(model.startTriggers.map(({ element }) => element));
    const plain = model.containers.get(key)?.starts.find((id) => !triggered.has(id));
    const first = model.elements.get(plain ?? '');
    if (first !== undefined) starts.push({ model, element: first });
    for (const trigger of world.tables.startTriggers) {
      const element = trigger.key === key ? model.elements.get(trigger.element) : undefined;
      if (element !== undefined) starts.push({ model, element, trigger });
    }
    if (starts.length >= MOST_STARTS) break;
  }
  return starts;
}

/** A start as users see it. */
export function shownStart({ model, element, trigger }: OpenStart, display: VariableDisplay): SimulatedStart {
  const kind = trigger === undefined ? 'none' : trigger.kind === 'conditional' ? 'condition' : trigger.kind;
  return {
    key: model.key,
    processName: model.name ?? null,
    element: element.id,
    elementName: element.name ?? null,
    kind,
    name: trigger?.name ?? trigger?.condition ?? null,
    suggested: kind === 'timer' ? {} : display.shown(expectedAtStart(model, element) as Variables).values,
  };
}
