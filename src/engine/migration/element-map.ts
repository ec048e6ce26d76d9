import { attachedTo } from '../model/model-shape.ts';
import type { ElementModel, ProcessModel } from '../model.ts';
import type { MigrationFault, MigrationPair } from './migrations.ts';

/** Maps elements and flows to another version (docs/contributing/spec/moving-to-a-version.md#plan): by instruction, else by id if type and container match. */
export class ElementMap {
  /** instructions that cannot be applied */
  readonly faults: readonly MigrationFault[];
  private readonly before: ProcessModel;
  private readonly model: ProcessModel;
  private readonly mapped: ReadonlyMap<string, string>;
  private readonly mappedTargets: ReadonlySet<string>;
  private readonly found = new Map<string, string | undefined>();

  constructor(before: ProcessModel, model: ProcessModel, pairs: readonly MigrationPair[]) {
    this.before = before;
    this.model = model;
    this.mapped = new Map(pairs.map(({ from, to }) => [from, to]));
    this.mappedTargets = new Set(this.mapped.values());
    this.faults = [...this.faultsOf(pairs)];
  }

  containerOf(id: string): string | undefined {
    return id === this.before.key ? this.model.key : this.elementOf(id);
  }

  /** {@link reasonFor} has the reason for undefined. */
  elementOf(id: string): string | undefined {
    if (!this.found.has(id)) this.found.set(id, this.find(id));
    return this.found.get(id);
  }

  /** Matching flow; the empty id (no flow) stays empty. */
  flowOf(id: string): string | undefined {
    if (id === '') return id;
    const to = this.mapped.get(id) ?? (this.mappedTargets.has(id) ? undefined : id);
    return to !== undefined && this.model.flows.has(to) ? to : undefined;
  }

  /** True if an instruction has it as source. */
  isMapped(id: string): boolean {
    return this.mapped.has(id);
  }

  /** Reason why it has no match; for error texts. */
  reasonFor(id: string): string {
    const was = this.before.elements.get(id);
    const to = this.mapped.get(id) ?? id;
    const now = this.model.elements.get(to);
    if (now === undefined || was === undefined) return `the other version has no element '${to}'`;
    if (now.type !== was.type) return `'${to}' is a ${now.type} in the other version, and was a ${was.type}`;
    if (!this.mapped.has(id) && this.mappedTargets.has(id)) return `the plan maps another element to '${to}'`;
    return `'${to}' is in '${placeOf(now)}' in the other version, and not in '${placeOf(was)}'`;
  }

  private find(id: string): string | undefined {
    const to = this.mapped.get(id) ?? (this.mappedTargets.has(id) ? undefined : id);
    const [was, now] = [this.before.elements.get(id), to === undefined ? undefined : this.model.elements.get(to)];
    return was !== undefined && now !== undefined && now.type === was.type && this.isInPlace(was, now) ? now.id : undefined;
  }

  /** True if the container matches, and the activity of a boundary event. */
  private isInPlace(was: ElementModel, now: ElementModel): boolean {
    if (this.containerOf(was.container) !== now.container) return false;
    const host = attachedTo(was);
    return host === undefined || this.elementOf(host) === attachedTo(now);
  }

  private *faultsOf(pairs: readonly MigrationPair[]): Generator<MigrationFault> {
    const [froms, tos] = [new Set<string>(), new Set<string>()];
    for (const { from, to } of pairs) {
      const reason = repeated(froms, from) ?? repeated(tos, to) ?? this.faultOf(from, to);
      froms.add(from);
      tos.add(to);
      if (reason !== undefined) yield { entry: null, element: from, reason };
    }
  }

  private faultOf(from: string, to: string): string | undefined {
    const { before, model } = this;
    if (before.flows.has(from)) return model.flows.has(to) ? undefined : `the other version has no sequence flow '${to}'`;
    if (!before.elements.has(from)) return `the version of the instance has no element '${from}'`;
    return this.elementOf(from) === undefined ? this.reasonFor(from) : undefined;
  }
}

function repeated(seen: ReadonlySet<string>, id: string): string | undefined {
  return seen.has(id) ? `the plan names '${id}' twice` : undefined;
}

function placeOf(element: ElementModel): string {
  return attachedTo(element) ?? element.container;
}
