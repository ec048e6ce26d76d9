import type { ReadDatabase } from '../read-database.ts';

/** Reads that answer one request, on whatever server they are given. They must do no harm when they are carried out twice. */
export type ListWork<T> = (db: ReadDatabase) => Promise<T>;

/** Who reads. */
export interface ListReader {
  /** it has sent positions, and the primary has come that far: the answer has to contain what the primary shows now */
  readonly isAfterWrite: boolean;
}

/** Where lists are read: a replica of the database where there is one that may be used now, else the primary (ADR 0097). */
export interface ListReads {
  read<T>(reader: ListReader, work: ListWork<T>): Promise<T>;
  /**
   * Waits until lists show, in every process, what the primary shows now: for who tells others of it, who then read without a position. As long as the replica may be
   * late, and no longer: then lists are read on the primary.
   */
  untilShown(): Promise<void>;
}

/** Lists without a replica. */
export function readsOfPrimary(db: ReadDatabase, onRead: () => void = () => {}): ListReads {
  return {
    read(_reader, work) {
      onRead();
      return work(db);
    },
    untilShown: async () => {},
  };
}

/** Every read counts as one after a write: for who cannot tell which of its readers have written. */
export function readsAfterWrites(lists: ListReads): ListReads {
  return {
    read: (_reader, work) => lists.read({ isAfterWrite: true }, work),
    untilShown: () => lists.untilShown(),
  };
}
