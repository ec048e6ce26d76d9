import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { OrderedOperation } from '../../api/repairs.ts';
import type { FoundInstanceRow } from '../../api/service-types.ts';
import type { Column } from '../../components/data-grid.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';

// loaded when it is first opened
const RepairAllDialog = lazyPart(async () => (await import('../../components/batch/repair-all-dialog.tsx')).RepairAllDialog);

/** Instances by id that somebody has chosen, on any page of the list. */
export type Chosen = ReadonlyMap<string, FoundInstanceRow>;

/** More are an act on a filter. */
export const MOST_CHOSEN = 1000;

/** The column with a box for each row, and one for all of the page in its heading. */
export function choiceColumn(chosen: Chosen, onChange: (chosen: Chosen) => void): Column<FoundInstanceRow> {
  return {
    heading: 'Chosen',
    cell: (row) => (
      <Checkbox
        aria-label={`Choose ${row.instanceId}`}
        checked={chosen.has(row.instanceId)}
        onChange={(event) => onChange(withRows(chosen, [row], event.currentTarget.checked))}
      />
    ),
  };
}

/** The rows chosen, or no longer; never more than fit into one batch of a choice. */
export function withRows(chosen: Chosen, rows: readonly FoundInstanceRow[], isChosen: boolean): Chosen {
  const next = new Map(chosen);
  for (const row of rows) {
    if (!isChosen) next.delete(row.instanceId);
    else if (next.size < MOST_CHOSEN || next.has(row.instanceId)) next.set(row.instanceId, row);
  }
  return next;
}

const ACTS: readonly (readonly [operation: OrderedOperation, label: string, fits: (status: string) => boolean])[] = [
  ['revive', 'Retry failed', (status) => status === 'Failed'],
  ['suspend', 'Suspend', (status) => status === 'Running'],
  ['resume', 'Resume', (status) => status === 'Running'],
  ['cancel', 'Cancel', (status) => status === 'Running'],
  ['delete', 'Delete', (status) => status !== 'Running'],
];

/** What can be done with all that is chosen; each act is for those that it fits. */
export function ChosenBar(props: {
  readonly chosen: Chosen;
  readonly rows: readonly FoundInstanceRow[];
  readonly onChange: (chosen: Chosen) => void;
}) {
  const { chosen, rows, onChange } = props;
  const [act, setAct] = useState<{ readonly operation: OrderedOperation; readonly ids: readonly string[] } | null>(null);
  const isPageChosen = rows.length > 0 && rows.every(({ instanceId }) => chosen.has(instanceId));
  const fitting = (fits: (status: string) => boolean) =>
    [...chosen.values()].filter(({ status }) => fits(status)).map(({ instanceId }) => instanceId);
  return (
    <section className="chosen-bar" aria-label="Chosen instances">
      <Group gap="xs">
        <Checkbox
          label="All of this page"
          checked={isPageChosen}
          onChange={(event) => onChange(withRows(chosen, rows, event.currentTarget.checked))}
        />
        <Text size="sm" role="status">
          {chosen.size} chosen{chosen.size === MOST_CHOSEN && ', as many as can be'}
        </Text>
        {chosen.size > 0 && (
          <Button size="xs" variant="subtle" onClick={() => onChange(new Map())}>
            None
          </Button>
        )}
        {chosen.size > 0 &&
          ACTS.map(([operation, label, fits]) => {
            const ids = fitting(fits);
            if (ids.length === 0) return null;
            return (
              <Button key={operation} size="xs" variant="default" onClick={() => setAct({ operation, ids })}>
                {label} {ids.length}
              </Button>
            );
          })}
      </Group>
      {act !== null && (
        <RepairAllDialog
          order={act}
          what="the chosen instances"
          onClose={() => {
            setAct(null);
            onChange(new Map()); // what they were is no longer known
          }}
        />
      )}
    </section>
  );
}
