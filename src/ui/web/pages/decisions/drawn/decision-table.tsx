import { useEffect } from 'react';
import { decisionsTexts } from '../../../texts/decisions.ts';
import { number } from '../../../texts/numbers.ts';
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
  /** how often each rule matched; undefined: not counted */
  readonly counts: ReadonlyMap<number, number> | undefined;
}) {
  const { file, decisionId, label, marks, counts } = props;
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
      showCount(row.querySelector<HTMLElement>('td.rule-index'), index + 1, counts?.get(index + 1));
      for (const [at, cell] of [...row.querySelectorAll('td.input-cell')].entries()) {
        const holds = marks.cells?.[index]?.[at];
        cell.classList.toggle('is-held', holds === true);
        cell.classList.toggle('is-missed', holds === false);
      }
    }
  }, [drawn, marks, label, ground, counts]);
  return (
    <>
      <div ref={ground} className="decision-table" />
      <DrawingNote phase={phase} onAgain={again} />
    </>
  );
}

function showCount(cell: HTMLElement | null, rule: number, count: number | undefined): void {
  if (cell === null) return;
  if (count === undefined) {
    delete cell.dataset['count'];
    cell.removeAttribute('title');
    return;
  }
  cell.dataset['count'] = `${number(count)}×`;
  cell.title = decisionsTexts.uses.ruleCount(rule, count);
}
