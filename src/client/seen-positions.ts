/** As many as one header takes (docs/contributing/spec/http.md#service-min-position). */
const MOST = 20;

/** What a client has written and not yet seen in a read. */
export interface SeenPositions {
  /** those of the last writes, oldest first */
  list(): readonly string[];
  note(position: string | null): void;
  /** A read has reached them, or the server does not know them: later reads need not send them. */
  forget(positions: readonly string[]): void;
}

/** Positions cannot be compared, only asked for: so the last ones are kept, until a read has shown them. */
export function seenPositions(): SeenPositions {
  let kept: readonly string[] = [];
  return {
    list: () => kept,
    note: (position) => {
      if (position !== null && position !== '') kept = [...kept.filter((other) => other !== position), position].slice(-MOST);
    },
    forget: (positions) => {
      kept = kept.filter((position) => !positions.includes(position));
    },
  };
}
