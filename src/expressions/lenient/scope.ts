import type { TextLanguage } from '../../engine/model/model-texts.ts';
import type { Operations } from './operations.ts';

/** Rules of a dialect for operators and names (docs/contributing/spec/expressions.md#lenient-grammar). */
export interface DialectRules {
  readonly operations: Operations;
  /** Language of another engine. Undefined: lenient grammar, or a group of a version of an older release. */
  readonly language: TextLanguage | undefined;
  /** True if the function `now()` exists. */
  readonly hasNow: boolean;
  /** True: an unknown name is an error; false: it is null. */
  readonly needsNames: boolean;
  /** Names of constants, unless a variable has the name. */
  readonly words: ReadonlyMap<string, boolean>;
}

/** Local names at compile time. Each block has a scope with access to outer ones; each name has a slot in the run. */
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

  /** Scope of an inner block. */
  inner(): Scope {
    return new Scope(this.rules, this);
  }

  /** Same scope where unknown names are null, for expressions that handle null. */
  withOptionalNames(): Scope {
    return this.rules.needsNames ? new Scope({ ...this.rules, needsNames: false }, this) : this;
  }

  /** Declares a local name; a second declaration replaces the first. */
  declare(name: string): number {
    const slot = this.counter.next++;
    this.slots.set(name, slot);
    return slot;
  }

  /** Slot of a local name; undefined for others. */
  find(name: string): number | undefined {
    return this.slots.get(name) ?? this.parent?.find(name);
  }
}
