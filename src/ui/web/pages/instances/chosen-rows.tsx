import '@mantine/core/styles/Checkbox.css';
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { OrderedOperation } from '../../api/repairs.ts';
import type { Column } from '../../components/data-grid.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { pageTexts } from '../../texts/instances.ts';

// loaded when it is first opened
const RepairAllDialog = lazyPart(async () => (await import('../../components/batch/repair-all-dialog.tsx')).RepairAllDialog);

/** Common part of the rows of all lists of instances. */
export interface ChoosableRow {
  readonly instanceId: string;
  readonly status: string;
}
/** Chosen instances by id, on any page of the list. */
export type Chosen = ReadonlyMap<string, ChoosableRow>;

/** More are an act on a filter. */
export const MOST_CHOSEN = 1000;

/** The column with a box for each row, and one for all of the page in its heading. */
export function choiceColumn(chosen: Chosen, onChange: (chosen: Chosen) => void): Column<ChoosableRow> {
  return {
    heading: pageTexts.chosen,
    cell: (row) => (
      <Checkbox
        aria-label={pageTexts.choose(row.instanceId)}
        checked={chosen.has(row.instanceId)}
        onChange={(event) => onChange(withRows(chosen, [row], event.currentTarget.checked))}
      />
    ),
  };
}

/** Selects or deselects rows, up to the maximum of one batch. */
export function withRows(chosen: Chosen, rows: readonly ChoosableRow[], isChosen: boolean): Chosen {
  const next = new Map(chosen);
  for (const row of rows) {
    if (!isChosen) next.delete(row.instanceId);
    else if (next.size < MOST_CHOSEN || next.has(row.instanceId)) next.set(row.instanceId, row);
  }
  return next;
}

const ENDED: ReadonlySet<string> = new Set(['Completed', 'Cancelled', 'Failed']);
const isLive = (status: string) => status === 'Running' || status === 'Pending';
const ACTS: readonly (readonly [operation: OrderedOperation, label: string, fits: (status: string) => boolean])[] = [
  ['revive', pageTexts.acts.revive, (status) => status === 'Failed'],
  ['suspend', pageTexts.acts.suspend, isLive],
  ['resume', pageTexts.acts.resume, isLive],
  ['cancel', pageTexts.acts.cancel, isLive],
  ['delete', pageTexts.acts.delete, (status) => ENDED.has(status)],
];

/** States that an action on a filter applies to. Deletion needs a selection, because it cannot be undone. */
const STATES_OF_ACTS = new Map<OrderedOperation, string>([
  ['revive', 'Failed'],
  ['suspend', 'Running'],
  ['resume', 'Running'],
  ['cancel', 'Running'],
]);

/** All that the filters of a list match, beyond its page. */
interface Matching {
  readonly totalCount: number;
  /** the filters of the list, without a status */
  readonly filters: string;
  /** empty: all */
  readonly status: string;
}

/** Actions on the selected rows. Each action applies to the rows that it fits. */
export function ChosenBar(props: {
  readonly chosen: Chosen;
  readonly rows: readonly ChoosableRow[];
  readonly onChange: (chosen: Chosen) => void;
  /** absent: only rows can be chosen */
  readonly matching?: Matching;
}) {
  const { chosen, rows, onChange, matching } = props;
  const [act, setAct] = useState<{ readonly operation: OrderedOperation; readonly ids: readonly string[] } | null>(null);
  const isPageChosen = rows.length > 0 && rows.every(({ instanceId }) => chosen.has(instanceId));
  const fitting = (fits: (status: string) => boolean) =>
    [...chosen.values()].filter(({ status }) => fits(status)).map(({ instanceId }) => instanceId);
  return (
    <section className="chosen-bar" aria-label={pageTexts.chosenInstances}>
      <Group gap="xs">
        <Checkbox
          label={pageTexts.allOfPage}
          checked={isPageChosen}
          onChange={(event) => onChange(withRows(chosen, rows, event.currentTarget.checked))}
        />
        <Text size="sm" role="status">
          {pageTexts.countChosen(chosen.size, chosen.size === MOST_CHOSEN)}
        </Text>
        {chosen.size > 0 && (
          <Button size="xs" variant="subtle" onClick={() => onChange(new Map())}>
            {pageTexts.noneChosen}
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
        {isPageChosen && matching !== undefined && matching.totalCount > rows.length && <AllMatching {...matching} />}
      </Group>
      {act !== null && (
        <RepairAllDialog
          order={act}
          what={pageTexts.theChosen}
          onClose={() => {
            setAct(null);
            onChange(new Map()); // their details are unknown now
          }}
        />
      )}
    </section>
  );
}

/** Actions on all that match the filters, on every page of the list. */
function AllMatching({ totalCount, filters, status }: Matching) {
  const [isOpen, setOpen] = useState(false);
  const [operation, setOperation] = useState<OrderedOperation | null>(null);
  const state = operation === null ? undefined : STATES_OF_ACTS.get(operation);
  return (
    <>
      <Button size="xs" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {pageTexts.allMatching(totalCount)}
      </Button>
      {isOpen &&
        ACTS.filter(([name]) => STATES_OF_ACTS.has(name) && (status === '' || STATES_OF_ACTS.get(name) === status)).map(
          ([name, label]) => (
            <Button key={name} size="xs" variant="default" onClick={() => setOperation(name)}>
              {pageTexts.actOnAll(label)}
            </Button>
          ),
        )}
      {operation !== null && state !== undefined && (
        <RepairAllDialog
          order={{ operation, filters: [filters, `Status==${state}`].filter((text) => text !== '').join(',') }}
          what={pageTexts.theMatching}
          onClose={() => setOperation(null)}
        />
      )}
    </>
  );
}
