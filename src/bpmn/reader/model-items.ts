import { catchesOf } from '../../engine/model/model-shape.ts';
import type { ContainerModel, DecisionModel, ElementModel, FlowModel, ProcessModel } from '../../engine/model.ts';
import type { Warning } from '../finding.ts';
import type { ParsedProcess } from '../parse-definitions.ts';
import type { NamesOfModel, ProcessBeginning, ReaderItem } from './protocol.ts';

/** Overhead besides its characters. */
const PER_VALUE = 16;

/** Approximate memory in characters of text, about a third of its bytes. Linear in the model. */
export function sizeOfModel(model: ProcessModel | DecisionModel): number {
  let size = 0;
  const open: unknown[] = [model];
  while (open.length > 0) {
    const value = open.pop();
    size += PER_VALUE;
    if (typeof value === 'string') size += value.length;
    else if (value instanceof Map) for (const member of value.values()) open.push(member);
    else if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) open.push(member);
  }
  return size;
}

/** Process from the parser worker thread. */
export interface ReadProcess extends ParsedProcess {
  /** See {@link sizeOfModel}. */
  readonly size: number;
  /** Empty unless read for a deployment. */
  readonly conflicts: readonly Warning[];
  /** Empty unless read for a deployment. */
  readonly names: NamesOfModel;
}

/** Splits it for the transfer between threads. Objects referenced twice would be copied twice, so start triggers are indexes. */
export function* itemsOf(process: ParsedProcess, conflicts: readonly Warning[], names: NamesOfModel = {}): Generator<ReaderItem> {
  const { model, activitiesCount, sequenceFlowsCount } = process;
  const { elements, flows, containers, startTriggers, ...head } = model;
  const starts = startTriggers.map(({ element, definition }) => {
    const node = elements.get(element);
    return { element, definition: node === undefined ? -1 : catchesOf(node).indexOf(definition) };
  });
  yield { kind: 'process', head, starts, activitiesCount, sequenceFlowsCount, size: sizeOfModel(model), conflicts, names };
  for (const value of elements.values()) yield { kind: 'element', value };
  for (const value of flows.values()) yield { kind: 'flow', value };
  for (const value of containers.values()) yield { kind: 'container', value };
}

/** Joins items, in order. */
export class ProcessAssembly {
  readonly #done: ReadProcess[] = [];
  #open: OpenProcess | undefined;

  add(item: ReaderItem): void {
    switch (item.kind) {
      case 'process':
        this.#finish();
        this.#open = { beginning: item, elements: new Map(), flows: new Map(), containers: new Map() };
        break;
      case 'element':
        this.#open?.elements.set(item.value.id, item.value);
        break;
      case 'flow':
        this.#open?.flows.set(item.value.id, item.value);
        break;
      case 'container':
        this.#open?.containers.set(item.value.id, item.value);
        break;
    }
  }

  end(): readonly ReadProcess[] {
    this.#finish();
    return this.#done;
  }

  #finish(): void {
    if (this.#open !== undefined) this.#done.push(processOf(this.#open));
    this.#open = undefined;
  }
}

interface OpenProcess {
  readonly beginning: ProcessBeginning;
  readonly elements: Map<string, ElementModel>;
  readonly flows: Map<string, FlowModel>;
  readonly containers: Map<string, ContainerModel>;
}

function processOf({ beginning, elements, flows, containers }: OpenProcess): ReadProcess {
  const { head, starts, activitiesCount, sequenceFlowsCount, size, conflicts, names } = beginning;
  const startTriggers = starts.map(({ element, definition }) => {
    const node = elements.get(element);
    const found = node === undefined ? undefined : catchesOf(node)[definition];
    if (found === undefined) throw new Error(`process '${head.key}' has lost the start trigger of '${element}'`);
    return { element, definition: found } as ProcessModel['startTriggers'][number];
  });
  return {
    model: { ...head, elements, flows, containers, startTriggers },
    activitiesCount,
    sequenceFlowsCount,
    size,
    conflicts,
    names,
  };
}
