import type { TextLanguage } from '../../engine/model-texts.ts';
import type { Operations } from './operations.ts';

/** What a dialect does with operators and names (docs/contributing/spec/expressions.md#lenient-grammar). */
export interface DialectRules {
  readonly operations: Operations;
  /** of another engine; undefined: the own grammar, or a group of a version that an earlier release stored */
  readonly language: TextLanguage | undefined;
  /** the function `now()` */
  readonly hasNow: boolean;
  /** a name nobody has is a failure; else it is null */
  readonly needsNames: boolean;
  /** names that stand for a value where no variable has them */
  readonly words: ReadonlyMap<string, boolean>;
}

/** Script-local names while a text is compiled: each block sees its own names and those outside it; each name has a slot in the run. */
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

  /** the names of a block inside this one */
  inner(): Scope {
    return new Scope(this.rules, this);
  }

  /** the same names where one that nobody has is null: the author has said what to do then */
  forgiving(): Scope {
    return this.rules.needsNames ? new Scope({ ...this.rules, needsNames: false }, this) : this;
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
