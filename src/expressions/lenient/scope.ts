import type { TextLanguage } from '../../engine/model/model-texts.ts';
import type { Operations } from './operations.ts';

/** Rules for operators and names (docs/contributing/spec/expressions.md#lenient-grammar). */
export interface DialectRules {
  readonly operations: Operations;
  /** Language of another engine. Undefined: lenient grammar, or a group of a version of an older release. */
  readonly language: TextLanguage | undefined;
  /** True if `now()` exists. */
  readonly hasNow: boolean;
  /** An unknown name is an error, else null. */
  readonly needsNames: boolean;
  /** Constants, unless a variable has the name. */
  readonly words: ReadonlyMap<string, boolean>;
}

/** Local names at compile time. A block sees outer scopes; each name has a slot in the run. */
export class Scope {
  readonly rules: DialectRules;
  private readonly parent: Scope | undefined;
  private readonly slots = new Map<string, number>();
  private readonly counter: { next: number };

  constructor(rules: DialectRules, parent?: Scope) {
    this.rules = rules;
    this.parent = parent;
    this.counter = parent === undefined ? { next: 0 } : parent.counter;
  }

  /** Scope of a block. */
  inner(): Scope {
    return new Scope(this.rules, this);
  }

  /** Scope where unknown names are null, for expressions that handle null. */
  withOptionalNames(): Scope {
    return this.rules.needsNames ? new Scope({ ...this.rules, needsNames: false }, this) : this;
  }

  /** Returns the slot; a second declaration replaces the first. */
  declare(name: string): number {
    const slot = this.counter.next++;
    this.slots.set(name, slot);
    return slot;
  }

  /** Slot; undefined if not local. */
  find(name: string): number | undefined {
    return this.slots.get(name) ?? this.parent?.find(name);
  }
}
