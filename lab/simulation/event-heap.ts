/** Something that happens at a moment; of one moment the lower rank comes first. */
export interface Ranked {
  readonly at: number;
  readonly rank: number;
}

/** The next event, for any order of insertion: a binary heap. */
export class EventHeap<Event extends Ranked> {
  readonly #events: Event[] = [];

  push(event: Event): void {
    const events = this.#events;
    let at = events.length;
    events.push(event);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isBefore(event, events[above]!)) break;
      events[at] = events[above]!;
      at = above;
    }
    events[at] = event;
  }

  pop(): Event | undefined {
    const events = this.#events;
    const first = events[0];
    const last = events.pop();
    if (last === undefined || events.length === 0) return first;
    let at = 0;
    for (let below = 1; below < events.length; below = 2 * at + 1) {
      if (below + 1 < events.length && isBefore(events[below + 1]!, events[below]!)) below += 1;
      if (!isBefore(events[below]!, last)) break;
      events[at] = events[below]!;
      at = below;
    }
    events[at] = last;
    return first;
  }
}

function isBefore(a: Ranked, b: Ranked): boolean {
  return a.at < b.at || (a.at === b.at && a.rank < b.rank);
}
