import { expect } from 'chai';
import type { ReadJournalRow } from '../../src/projector/journal-row.ts';
import { foldRow, type InstanceFold, newFold } from '../../src/projector/subject-fold.ts';
import { journalOf } from './hand-made-journal.ts';

/** The fold of an instance whose journal has these rows. */
export function foldInstance(id: string, ...rows: Parameters<typeof journalOf>[1][]): InstanceFold {
  return foldRows(newFold({ subjectId: id, kind: 'i' }) as InstanceFold, journalOf(id, ...rows));
}

/** Folds further rows; none of them stops the subject. */
export function foldRows(fold: InstanceFold, rows: readonly ReadJournalRow[]): InstanceFold {
  for (const row of rows) expect(foldRow(fold, row)).to.equal(undefined);
  return fold;
}
