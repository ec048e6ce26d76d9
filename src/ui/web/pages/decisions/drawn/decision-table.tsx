import { useEffect } from 'react';
import type { DmnFile } from '../dmn-file.ts';
import type { RowMarks } from '../row-marks.ts';
import { DrawingNote } from './drawing-note.tsx';
import { useDrawing } from './use-drawing.ts';

/** Marks matching rules. */
export function DecisionTable(props: {
  readonly file: DmnFile;
  readonly decisionId: string;
  readonly label: string;
  readonly marks: RowMarks;
}) {
  const { file, decisionId, label, marks } = props;
  const { ground, drawn, phase, again } = useDrawing([file.xml, decisionId], (library, place) =>
    library.drawTable(place, file.xml, decisionId),
  );
  useEffect(() => {
    if (drawn === null) return;
    const table = ground.current?.querySelector('table');
    table?.setAttribute('aria-label', label);
    // it has no text for a heading
    table?.querySelector('th.index-column')?.setAttribute('role', 'none');
    const rows = table?.querySelectorAll('tbody tr') ?? [];
    for (const [index, row] of [...rows].entries()) {
      row.classList.toggle('is-hit', marks.hits.includes(index + 1));
      row.classList.toggle('is-fault', marks.fault === index + 1);
      for (const [at, cell] of [...row.querySelectorAll('td.input-cell')].entries()) {
        const holds = marks.cells?.[index]?.[at];
        cell.classList.toggle('is-held', holds === true);
        cell.classList.toggle('is-missed', holds === false);
      }
    }
  }, [drawn, marks, label, ground]);
  return (
    <>
      <div ref={ground} className="decision-table" />
      <DrawingNote phase={phase} onAgain={again} />
    </>
  );
}
