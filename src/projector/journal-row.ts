/** `i` an instance, `d` a process key. Same letters as projection_todo.kind. */
export type ProjectedKind = 'i' | 'd';

/** `subjectId`: id of the event history. */
export interface Subject {
  readonly subjectId: string;
  readonly kind: ProjectedKind;
}

/** All events of one command on one subject, with one time `at` and one version `v`. `events`: as stored; subject-projection.ts converts them. */
export interface ReadJournalRow {
  readonly subjectId: string;
  readonly seq: number;
  readonly at: Date;
  readonly v: number;
  readonly events: readonly unknown[];
  /** size of the stored events; unit: characters of JSON */
  readonly size: number;
}

/** Why the projection of one subject stopped. The others continue. */
export type Stop =
  /** a journal row is missing */
  | { readonly reason: 'gap'; readonly expectedSeq: number; readonly foundSeq: number }
  /** written by a release that this process cannot read */
  | { readonly reason: 'version'; readonly seq: number; readonly version: number }
  /** the events contradict each other, or (`seq` null) the tables reject the result */
  | { readonly reason: 'damage'; readonly seq: number | null; readonly error: unknown };
