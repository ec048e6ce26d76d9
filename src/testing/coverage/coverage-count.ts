import type { EngineEvent } from '../../engine/events.ts';
import { compensationEventsOf } from '../../engine/model/model-shape.ts';
import type { ProcessModel } from '../../engine/model.ts';
import type { Coverage, ProcessCoverage } from '../api.ts';
import { writeCoverage } from './coverage-json.ts';
import type { CountedProcess } from './coverage-page.ts';
import { coverageText } from './coverage-text.ts';

/** Counts tokens: how often each element was entered, and each flow taken, by instances of all worlds that share it. */
export class CoverageCount implements Coverage {
  /** by file and key: two files may have a process of the same key */
  private readonly counted = new Map<string, CountedProcess>();
  private readonly ofModel = new WeakMap<object, CountedProcess>();

  /** A process that may be run. Known ones keep their counts. */
  know(model: ProcessModel, file: string, text: string): void {
    const id = `${file}\0${model.key}`;
    const known = this.counted.get(id) ?? freshCount(model, file, text);
    this.counted.set(id, known);
    this.ofModel.set(model.elements, known);
  }

  count(model: ProcessModel, events: readonly EngineEvent[]): void {
    const counts = this.ofModel.get(model.elements);
    if (counts === undefined) return;
    for (const event of events) {
      if (event.type === 'ElementActivated' && event.index === undefined) this.enter(counts, event.element);
      else if (event.type === 'FlowTaken') add(counts.flows, event.flow);
    }
  }

  get processes(): readonly ProcessCoverage[] {
    return [...this.counted.values()].map(({ model, file, elements, flows }) => {
      const all = [...elements.values(), ...flows.values()];
      const share = all.length === 0 ? 1 : all.filter((count) => count > 0).length / all.length;
      const counts = { elements: recordOf(elements), flows: recordOf(flows) };
      return { key: model.key, name: model.name ?? null, file, ...counts, share };
    });
  }

  text(): string {
    return coverageText(this.processes);
  }

  write(folder: string): Promise<void> {
    return writeCoverage(folder, this.processes, [...this.counted.values()]);
  }

  /** No token enters a compensation boundary event: it is reached with its handler. */
  private enter({ model, elements }: CountedProcess, element: string): void {
    add(elements, element);
    for (const id of compensationEventsOf(model, element)) add(elements, id);
  }
}

function freshCount(model: ProcessModel, file: string, text: string): CountedProcess {
  const zero = (ids: Iterable<string>) => new Map([...ids].map((id) => [id, 0]));
  return { model, file, text, elements: zero(model.elements.keys()), flows: zero(model.flows.keys()) };
}

function add(counts: Map<string, number>, id: string): void {
  const count = counts.get(id);
  if (count !== undefined) counts.set(id, count + 1);
}

/** Names of models may be those of members that every object has. */
function recordOf(counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  return Object.assign(Object.create(null) as Record<string, number>, Object.fromEntries(counts));
}
