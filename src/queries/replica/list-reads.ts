import type { ReadDatabase } from '../read-database.ts';

/** Reads for one request, on any server. A repeat must be harmless. */
export type ListWork<T> = (db: ReadDatabase) => Promise<T>;

/** Properties of the reader. */
export interface ListReader {
  /** the request has consistency tokens that the primary has reached, so the answer must contain the current data of the primary */
  readonly isAfterWrite: boolean;
}

/** Reads lists from a usable database replica, otherwise from the primary (ADR 0025). */
export interface ListReads {
  read<T>(reader: ListReader, work: ListWork<T>): Promise<T>;
  /**
   * Waits until lists show the current data of the primary in every process, for notifications whose receivers read without a token. Ends if the
   * replica is too late: then lists are read from the primary.
   */
  untilShown(): Promise<void>;
}

/** List reads without a replica. */
export function readsOfPrimary(db: ReadDatabase, onRead: () => void = () => {}): ListReads {
  return {
    read(_reader, work) {
      onRead();
      return work(db);
    },
    untilShown: async () => {},
  };
}

/** Treats every read as a read after a write, for callers that do not know whether the user has written. */
export function readsAfterWrites(lists: ListReads): ListReads {
  return {
    read: (_reader, work) => lists.read({ isAfterWrite: true }, work),
    untilShown: () => lists.untilShown(),
  };
}
