import type { EventSchema, Shape } from './event-schema.ts';

/**
 * Reasons why events of one schema cannot be read by the rules of another. Empty if the only changes are added members which
 * may be absent. Names of types do not count: only what is stored does.
 */
export function breakingChanges(before: EventSchema, after: EventSchema): string[] {
  const comparison = new Comparison(before, after);
  const names = [...new Set([...Object.keys(before.events), ...Object.keys(after.events)])].sort();
  return names.flatMap((name) => {
    const [was, is] = [before.events[name], after.events[name]];
    if (was === undefined) return [`${name} is a new event`];
    if (is === undefined) return [`${name} is gone`];
    return comparison.compare(name, was, is);
  });
}

class Comparison {
  readonly #before: EventSchema;
  readonly #after: EventSchema;
  /** pairs of named types that are being compared or have been: a type that holds itself is looked into once */
  readonly #compared = new Set<string>();

  constructor(before: EventSchema, after: EventSchema) {
    this.#before = before;
    this.#after = after;
  }

  compare(where: string, was: Shape, is: Shape): string[] {
    const [before, after] = [resolved(was, this.#before), resolved(is, this.#after)];
    if (before !== was || after !== is) {
      const pair = `${JSON.stringify(was)} ${JSON.stringify(is)}`;
      if (this.#compared.has(pair)) return [];
      this.#compared.add(pair);
      const changes = this.compare(where, before, after);
      if (changes.length > 0) this.#compared.delete(pair);
      return changes;
    }
    if (isObject(before) && isObject(after)) return this.#compareMembers(where, before, after);
    if (isList(before) && isList(after)) return this.#compareAlternatives(where, before, after);
    if (before === after) return [];
    return [`${where} was ${textOf(before)} and is ${textOf(after)}`];
  }

  #compareMembers(where: string, before: Members, after: Members): string[] {
    const changes: string[] = [];
    for (const [member, shape] of Object.entries(before)) {
      const now = after[member];
      if (now !== undefined) changes.push(...this.compare(`${where}.${member}`, shape, now));
      else if (after[otherForm(member)] !== undefined)
        changes.push(
          `${where}.${bare(member)} ${member.endsWith('?') ? 'could be absent and cannot any more' : 'can be absent now'}`,
        );
      else changes.push(`${where}.${bare(member)} is gone`);
    }
    for (const member of Object.keys(after)) {
      if (before[member] !== undefined || before[otherForm(member)] !== undefined || member.endsWith('?')) continue;
      changes.push(`${where}.${member} is new and cannot be absent`);
    }
    return changes;
  }

  /** Each alternative has to have one that it still fits, and none may be left over. */
  #compareAlternatives(where: string, before: readonly Shape[], after: readonly Shape[]): string[] {
    const left = [...after];
    const changes: string[] = [];
    for (const shape of before) {
      const found = left.findIndex((other) => this.compare(where, shape, other).length === 0);
      if (found >= 0) left.splice(found, 1);
      else changes.push(`${where} has lost or changed ${textOf(shape)}`);
    }
    return [...changes, ...left.map((shape) => `${where} has got ${textOf(shape)}`)];
  }
}

type Members = { readonly [member: string]: Shape };

function resolved(shape: Shape, schema: EventSchema): Shape {
  return typeof shape === 'string' ? (schema.types[shape] ?? shape) : shape;
}

function isList(shape: Shape): shape is readonly Shape[] {
  return Array.isArray(shape);
}

function isObject(shape: Shape): shape is Members {
  return typeof shape === 'object' && !Array.isArray(shape);
}

function bare(member: string): string {
  return member.replace(/\?$/, '');
}

function otherForm(member: string): string {
  return member.endsWith('?') ? bare(member) : `${member}?`;
}

function textOf(shape: Shape): string {
  return typeof shape === 'string' ? shape : JSON.stringify(shape);
}
