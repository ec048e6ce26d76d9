/** Maximum number of positions in one header (docs/contributing/spec/http.md#service-min-position). */
const MOST = 20;

/** Positions of writes that no read has contained yet. */
export interface SeenPositions {
  /** positions of the last writes, oldest first */
  list(): readonly string[];
  note(position: string | null): void;
  /** Removes positions that a read has reached or the server does not know. */
  forget(positions: readonly string[]): void;
}

/** Positions cannot be compared, so the last ones are kept until a read has reached them. */
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
