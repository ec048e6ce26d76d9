/** Names that came up lately, a bounded number of them. */
export interface RecentNames {
  note(name: string): void;
  /** those of the last while, the one noted last at the end */
  read(): readonly string[];
}

/** Keeps names for `keepMs` after they were noted last, and of more than `most` those noted last. `now`: ms since any fixed moment. */
export function openRecentNames(keepMs: number, most: number, now: () => number = () => performance.now()): RecentNames {
  /** name → when it was noted last, oldest first */
  const noted = new Map<string, number>();
  const forget = () => {
    const oldest = now() - keepMs;
    for (const [name, at] of noted) {
      if (at > oldest && noted.size <= most) return;
      noted.delete(name);
    }
  };
  return {
    note(name) {
      noted.delete(name);
      noted.set(name, now());
      forget();
    },
    read() {
      forget();
      return [...noted.keys()];
    },
  };
}
