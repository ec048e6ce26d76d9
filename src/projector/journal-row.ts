/** What a journal belongs to: `i` an instance, `d` a process key. The same letters as projection_todo.kind. */
export type ProjectedKind = 'i' | 'd';

/** Whose journal rows belong together: an instance id or the subject id of a process key. */
export interface Subject {
  readonly subjectId: string;
  readonly kind: ProjectedKind;
}

/**
 * One journal row: everything one command did to one subject. `at` is the time of all its events, `v` the version they were written in.
 * `events`: as they are stored; subject-fold.ts brings them to the present version.
 */
export interface ReadJournalRow {
  readonly subjectId: string;
  readonly seq: number;
  readonly at: Date;
  readonly v: number;
  readonly events: readonly unknown[];
  /** of the events as they are stored; unit: characters of JSON */
  readonly size: number;
}

/** Why the projection of one subject stopped. The other subjects continue. */
export type Stop =
  /** a journal row is missing */
  | { readonly reason: 'gap'; readonly expectedSeq: number; readonly foundSeq: number }
  /** written by a version of the service this process does not know */
  | { readonly reason: 'version'; readonly seq: number; readonly version: number }
  /** the events contradict each other, or (`seq` null) what they make does not fit the tables: a bug or a damaged journal */
  | { readonly reason: 'damage'; readonly seq: number | null; readonly error: unknown };
