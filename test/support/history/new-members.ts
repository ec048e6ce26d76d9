import type { EngineEvent } from '../../../src/engine/events.ts';
import type { EventSchema, Shape } from './event-schema.ts';

/** Removes optional members that were added after a recording, so that a comparison shows all other differences. */
export function withoutNewMembers(recorded: EventSchema, present: EventSchema, events: readonly EngineEvent[]): unknown[] {
  const stripper = new Stripper(recorded, present);
  return events.map(({ type, ...members }) => {
    const [was, is] = [recorded.events[type], present.events[type]];
    return { type, ...(was === undefined || is === undefined ? members : (stripper.strip(members, was, is) as object)) };
  });
}

class Stripper {
  readonly #recorded: EventSchema;
  readonly #present: EventSchema;

  constructor(recorded: EventSchema, present: EventSchema) {
    this.#recorded = recorded;
    this.#present = present;
  }

  strip(value: unknown, was: Shape, is: Shape): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const before = membersFor(value, was, this.#recorded);
    const now = membersFor(value, is, this.#present);
    if (before === undefined || now === undefined) return value;
    if (Array.isArray(value)) return value.map((item) => this.#stripMember(item, before['list of'], now['list of']));
    const kept = Object.entries(value).filter(([name]) => now[`${name}?`] === undefined || memberOf(before, name) !== undefined);
    return Object.fromEntries(
      kept.map(([name, inner]) => [name, this.#stripMember(inner, memberOf(before, name), memberOf(now, name))]),
    );
  }

  #stripMember(value: unknown, was: Shape | undefined, is: Shape | undefined): unknown {
    return was === undefined || is === undefined ? value : this.strip(value, was, is);
  }
}

type Members = { readonly [member: string]: Shape };

/** The members of a shape; of several alternatives those of the one whose fixed texts the value has. */
function membersFor(value: object, shape: Shape, schema: EventSchema): Members | undefined {
  const found = typeof shape === 'string' ? schema.types[shape] : shape;
  if (found === undefined || typeof found === 'string') return undefined;
  if (!Array.isArray(found)) return found as Members;
  const fits = (members: Members) =>
    Object.entries(members).every(
      ([name, text]) => typeof text !== 'string' || !/^'[^']*'$/.test(text) || text === `'${(value as Members)[name]}'`,
    );
  return (found as readonly Shape[])
    .map((alternative) => membersFor(value, alternative, schema))
    .find((members) => members !== undefined && fits(members));
}

function memberOf(members: Members, name: string): Shape | undefined {
  return members[name] ?? members[`${name}?`];
}
