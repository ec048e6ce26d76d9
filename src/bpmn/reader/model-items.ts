import type { ContainerModel, ElementModel, FlowModel, ProcessModel } from '../../engine/model.ts';
import { catchesOf } from '../../engine/model-shape.ts';
import type { ParsedProcess } from '../parse-definitions.ts';
import type { Warning } from '../warning.ts';
import { sizeOfModel } from './model-size.ts';
import type { NamesOfModel } from './names-of-model.ts';
import type { ProcessBeginning, ReaderItem } from './protocol.ts';

/** A process that has come out of the thread, and how much memory its model takes. */
export interface ReadProcess extends ParsedProcess {
  /** see {@link sizeOfModel} */
  readonly size: number;
  /** paths that read what others write, where the file was read for a deploy */
  readonly conflicts: readonly Warning[];
  /** where the file was read for a deploy */
  readonly names: NamesOfModel;
}

/** The items of a process: first its beginning. An object that two of them name is copied twice, so start triggers go by their place. */
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

/** Puts processes together again from their items, in order. */
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

  /** All processes, once their last item is added. */
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
