import type { EngineEvent } from '../../../src/engine/events.ts';
import type { CommandKind } from '../../../src/messages/commands.ts';
import { nameBasedId } from '../../../src/platform/ids.ts';
import type { JournalTableRow } from '../database/tables/journal.ts';
import type { Tables } from '../database/tables.ts';

/** The commands that follow from one command have the ids of these places. A simulation never has more of them. */
const MOST_FOLLOW_UPS = 20;
/** Replaces the kind of a command whose reply was replaced. */
const ERASED = '-';
const THROWN: ReadonlyMap<EngineEvent['type'], CommandKind> = new Map<EngineEvent['type'], CommandKind>([
  ['MessagePublished', 'DeliverMessage'],
  ['SignalThrown', 'BroadcastSignal'],
]);

/**
 * Every message and signal that an instance threw is delivered, with or without a receiver. `journal`: all written events, without those
 * that were erased. @returns broken promises
 */
export function checkThrown(tables: Tables, journal: readonly JournalTableRow[] = tables.journal.committed): string[] {
  const kinds = kindsIn(tables);
  const broken: string[] = [];
  for (const [id, wanted] of causes(journal)) {
    const places = placesAfter(id).map((place) => kinds.get(place));
    // one of them changed an instance that was erased since
    if (places.includes(ERASED)) continue;
    for (const kind of new Set(wanted)) {
      const [count, done] = [wanted, places].map((all) => all.filter((one) => one === kind).length) as [number, number];
      if (count !== done) broken.push(`of ${count} ${kind} that followed from ${id}, ${done} were executed`);
    }
  }
  return broken;
}

/** Ids of the executed messages and signals that instances threw. */
export function thrownIn(tables: Tables, journal: readonly JournalTableRow[]): readonly string[] {
  const kinds = kindsIn(tables);
  return [...causes(journal)].flatMap(([id, wanted]) =>
    placesAfter(id).filter((place) => wanted.some((kind) => kind === kinds.get(place))),
  );
}

function kindsIn({ inbox }: Tables): ReadonlyMap<string, string> {
  return new Map(
    inbox.committed.map(({ command_id, reply }) => [command_id, (JSON.parse(reply) as { kind?: string }).kind ?? ERASED]),
  );
}

const placesAfter = (id: string) => Array.from({ length: MOST_FOLLOW_UPS }, (_, n) => nameBasedId(id, `follow-up:${n + 1}`));

/** Kinds of the commands that follow from events, by the command that has caused the events. */
function causes(journal: readonly JournalTableRow[]): ReadonlyMap<string, readonly CommandKind[]> {
  const thrown = new Map<string, CommandKind[]>();
  for (const { command_id, events } of journal) {
    if (!events.includes('MessagePublished') && !events.includes('SignalThrown')) continue;
    for (const { type } of JSON.parse(events) as EngineEvent[]) {
      const kind = THROWN.get(type);
      if (kind !== undefined) thrown.set(command_id, [...(thrown.get(command_id) ?? []), kind]);
    }
  }
  return thrown;
}
