/** Request of a client, its time, and the answer. Times are places in one sequence. */
export interface Operation {
  readonly what: { readonly start: string; readonly waitsFor: string } | { readonly cancel: string } | { readonly send: string };
  readonly askedAt: number;
  readonly toldAt: number;
  /** the instances it touched, as the answer names them; none: no instance waited */
  readonly touched: readonly string[];
}

/** The rules of one kind of event, one operation at a time: who waits for what, and what a receiver waits for next. */
export interface Rules {
  /** what a receiver waits for after it has heard this */
  next(heard: string, receiver: string): string | undefined;
  /** what an instance that this event starts waits for; undefined: it starts none */
  startedBy(event: string): string | undefined;
  /** an event starts an instance next to those that wait, not in their place */
  readonly startsAlways: boolean;
}

/** The wait of an instance that waits for nothing. */
const NOTHING = 'nothing';
type Waiting = ReadonlyMap<string, string>;

/**
 * Whether some order of the operations explains every answer: each takes place at one moment between question and answer, one after the other.
 * @returns the order, as indexes, or undefined when none exists
 */
export function linearOrderOf(operations: readonly Operation[], rules: Rules, begun: Waiting): number[] | undefined {
  const dead = new Set<string>();
  const search = (done: readonly number[], waiting: Waiting): number[] | undefined => {
    if (done.length === operations.length) return [...done];
    const place = `${[...done].sort((a, b) => a - b).join()}|${[...waiting].sort().join()}`;
    if (dead.has(place)) return undefined;
    const open = operations.map((_, n) => n).filter((n) => !done.includes(n));
    const firstAnswer = Math.min(...open.map((n) => operations[n]?.toldAt ?? 0));
    for (const n of open) {
      const operation = operations[n] as Operation;
      if (operation.askedAt > firstAnswer) continue; // another one was answered before this one was asked
      const after = carriedOut(operation, rules, waiting);
      const found = after === undefined ? undefined : search([...done, n], after);
      if (found !== undefined) return found;
    }
    dead.add(place);
    return undefined;
  };
  return search([], begun);
}

/** Who waits after the operation; undefined when its answer would be another one here. */
function carriedOut({ what, touched }: Operation, rules: Rules, waiting: Waiting): Waiting | undefined {
  const after = new Map(waiting);
  if ('start' in what) return after.set(what.start, what.waitsFor);
  if ('cancel' in what) {
    const isKnown = waiting.has(what.cancel);
    if (isKnown !== touched.includes(what.cancel)) return undefined;
    return isKnown ? after.set(what.cancel, NOTHING) : after;
  }
  const receivers = [...waiting].filter(([, event]) => event === what.send).map(([id]) => id);
  const begins = rules.startsAlways || receivers.length === 0 ? rules.startedBy(what.send) : undefined;
  const isNew = (id: string) => !waiting.has(id);
  if (touched.filter(isNew).length !== (begins === undefined ? 0 : 1)) return undefined;
  if (touched.filter((id) => !isNew(id)).length !== receivers.length) return undefined;
  if (!receivers.every((id) => touched.includes(id))) return undefined;
  for (const id of receivers) {
    const next = rules.next(what.send, id);
    after.set(id, next ?? NOTHING);
  }
  for (const id of touched.filter(isNew)) after.set(id, begins ?? NOTHING);
  return after;
}
