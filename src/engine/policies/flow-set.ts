/** Flows of one join, with the index of each. */
export interface NumberedFlows {
  readonly names: readonly string[];
  readonly indexes: ReadonlyMap<string, number>;
}

/** One bit per incoming flow of a join: a large model has as many sets as elements, each maybe with thousands of flows. */
export class FlowSet {
  private readonly flows: NumberedFlows;
  private readonly words: Uint32Array;
  size = 0;

  constructor(flows: NumberedFlows) {
    this.flows = flows;
    this.words = new Uint32Array(Math.ceil(flows.names.length / 32));
  }

  get bytes(): number {
    return this.words.byteLength;
  }

  copy(): FlowSet {
    const copy = new FlowSet(this.flows);
    copy.addAll(this);
    return copy;
  }

  add(flow: string): void {
    const index = this.flows.indexes.get(flow) as number;
    this.addBits(index >>> 5, 1 << (index & 31));
  }

  addAll({ words }: FlowSet): void {
    const own = this.words;
    for (let at = 0; at < words.length; at += 1) {
      const added = (words[at] as number) & ~(own[at] as number);
      if (added !== 0) this.addBits(at, added);
    }
  }

  meets({ words }: FlowSet): boolean {
    for (let at = 0; at < words.length; at += 1) if (((words[at] as number) & (this.words[at] as number)) !== 0) return true;
    return false;
  }

  *[Symbol.iterator](): Iterator<string> {
    for (let at = 0; at < this.words.length; at += 1) {
      for (let rest = this.words[at] as number; rest !== 0; rest &= rest - 1) {
        yield this.flows.names[32 * at + 31 - Math.clz32(rest & -rest)] as string;
      }
    }
  }

  private addBits(at: number, bits: number): void {
    const before = this.words[at] as number;
    this.words[at] = before | bits;
    for (let added = bits & ~before; added !== 0; added &= added - 1) this.size += 1;
  }
}
