import { expect } from 'chai';
import type { ReadJournalRow } from '../../src/projector/journal-row.ts';
import { applyRow, type InstanceProjection, newProjection } from '../../src/projector/subject-projection.ts';
import { journalOf } from './hand-made-journal.ts';

/** The projection of an instance whose journal has these rows. */
export function projectInstance(id: string, ...rows: Parameters<typeof journalOf>[1][]): InstanceProjection {
  return applyRows(newProjection({ subjectId: id, kind: 'i' }) as InstanceProjection, journalOf(id, ...rows));
}

/** Applies further rows; none of them stops the subject. */
export function applyRows(projection: InstanceProjection, rows: readonly ReadJournalRow[]): InstanceProjection {
  for (const row of rows) expect(applyRow(projection, row)).to.equal(undefined);
  return projection;
}
