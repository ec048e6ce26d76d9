/** Script-local names while a text is compiled: each block sees its own names and those outside it; each name has a slot in the run. */
export class Scope {
  readonly realDivision: boolean;
  readonly hasNow: boolean;
  private readonly parent: Scope | undefined;
  private readonly slots = new Map<string, number>();
  private readonly counter: { next: number };

  /** `dialect`: what JUEL does differently, real division and the function `now()` (bpmn.md 10.3, 10.5). */
  constructor(dialect: { realDivision: boolean; hasNow: boolean }, parent?: Scope) {
    this.realDivision = dialect.realDivision;
    this.hasNow = dialect.hasNow;
    this.parent = parent;
    this.counter = parent === undefined ? { next: 0 } : parent.counter;
  }

  /** the names of a block inside this one */
  inner(): Scope {
    return new Scope(this, this);
  }

  /** makes a name local from here on; a second declaration replaces the first */
  declare(name: string): number {
    const slot = this.counter.next++;
    this.slots.set(name, slot);
    return slot;
  }

  /** slot of a local name; undefined when the name is none */
  find(name: string): number | undefined {
    return this.slots.get(name) ?? this.parent?.find(name);
  }
}
