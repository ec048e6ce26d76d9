import '@mantine/core/styles/Checkbox.css';
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import type { OrderedOperation } from '../../api/repairs.ts';
import type { FoundInstances } from '../../api/service-types.ts';
import { apiQuery } from '../../api/views.ts';
import type { Column } from '../../components/data-grid.tsx';
import { MOST_FILTERS } from '../../components/filter-bar/list-filters.ts';
import { conditionsIn } from '../../components/filter-text.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { pageTexts } from '../../texts/instances.ts';

// loaded when first opened
const RepairAllDialog = lazyPart(async () => (await import('../../components/batch/repair-all-dialog.tsx')).RepairAllDialog);
const MigrateAllDialog = lazyPart(async () => (await import('./migrate-all-dialog.tsx')).MigrateAllDialog);

/** Part of a row that the selection needs. */
interface ChoosableRow {
  readonly instanceId: string;
  readonly status: string;
  /** process key */
  readonly key: string;
  /** absent: not suspended */
  readonly suspendedBy?: readonly string[];
}
/** Rows by id, of all pages of the list. */
type Chosen = ReadonlyMap<string, ChoosableRow>;

const MOST_CHOSEN = 1000;

/** Column of checkboxes. {@link ChosenBar} has the checkbox for all rows of the page. */
function choiceColumn<T>(chosen: Chosen, onChange: (chosen: Chosen) => void, choosable: (row: T) => ChoosableRow): Column<T> {
  return {
    heading: pageTexts.chosen,
    cell: (shown) => {
      const row = choosable(shown);
      return (
        <Checkbox
          aria-label={pageTexts.choose(row.instanceId)}
          checked={chosen.has(row.instanceId)}
          onChange={(event) => onChange(withRows(chosen, [row], event.currentTarget.checked))}
        />
      );
    },
  };
}

/** Ignores rows beyond MOST_CHOSEN. */
function withRows(chosen: Chosen, rows: readonly ChoosableRow[], isChosen: boolean): Chosen {
  const next = new Map(chosen);
  for (const row of rows) {
    if (!isChosen) next.delete(row.instanceId);
    else if (next.size < MOST_CHOSEN || next.has(row.instanceId)) next.set(row.instanceId, row);
  }
  return next;
}

const ENDED: ReadonlySet<string> = new Set(['Completed', 'Cancelled', 'Failed']);
const isLive = ({ status }: ChoosableRow) => status === 'Running' || status === 'Pending';
/** A suspension by the caller or the process key has no action here. */
const isHeld = ({ suspendedBy = [] }: Pick<ChoosableRow, 'suspendedBy'>) => suspendedBy.includes('operator');
const ACTS: readonly (readonly [operation: OrderedOperation, label: string, fits: (row: ChoosableRow) => boolean])[] = [
  ['revive', pageTexts.acts.revive, ({ status }) => status === 'Failed'],
  ['suspend', pageTexts.acts.suspend, (row) => isLive(row) && !isHeld(row)],
  ['resume', pageTexts.acts.resume, (row) => isLive(row) && isHeld(row)],
  ['migrate', pageTexts.acts.migrate, isLive],
  ['cancel', pageTexts.acts.cancel, isLive],
  ['delete', pageTexts.acts.delete, ({ status }) => ENDED.has(status)],
];

/** Status to which an action on all matching instances applies. Deletion needs a selection, because it cannot be undone. */
const STATES_OF_ACTS = new Map<OrderedOperation, string>([
  ['revive', 'Failed'],
  ['suspend', 'Running'],
  ['resume', 'Running'],
  ['migrate', 'Running'],
  ['cancel', 'Running'],
]);

/** Instances that match the filters, on all pages. */
interface Matching {
  readonly totalCount: number;
  /** false: the list has no filter, so an action would apply to all its instances */
  readonly isFiltered: boolean;
  /** filters without the status */
  readonly filters: string;
  /** status filter; '': all */
  readonly status: string;
  /** process key; '': several */
  readonly key: string;
}

/** Actions apply only to rows whose state permits them. */
function ChosenBar(props: {
  readonly chosen: Chosen;
  readonly rows: readonly ChoosableRow[];
  readonly onChange: (chosen: Chosen) => void;
  readonly onAct: (act: Act) => void;
  /** absent: only selected rows have actions */
  readonly matching?: Matching;
}) {
  const { chosen, rows, onChange, onAct, matching } = props;
  const isPageChosen = rows.length > 0 && rows.every(({ instanceId }) => chosen.has(instanceId));
  const keyOf = (ids: readonly string[]) => onlyOne(ids.map((id) => chosen.get(id)?.key));
  const shown = new Map(rows.map((row) => [row.instanceId, row])); // rows of this page may have changed since the choice
  const fitting = (operation: OrderedOperation, fits: (row: ChoosableRow) => boolean) => {
    const ids = [...chosen].filter(([id, row]) => fits(shown.get(id) ?? row)).map(([id]) => id);
    return operation === 'migrate' && keyOf(ids) === undefined ? [] : ids; // a version belongs to one process
  };
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
            const ids = fitting(operation, fits);
            if (ids.length === 0) return null;
            return (
              <Button
                key={operation}
                size="xs"
                variant="default"
                onClick={() => onAct({ order: { operation, ids }, processKey: keyOf(ids) ?? '' })}
              >
                {label} {ids.length}
              </Button>
            );
          })}
      </Group>
      {isPageChosen && matching?.isFiltered === true && matching.totalCount > rows.length && (
        <AllMatching matching={matching} onAct={onAct} />
      )}
    </section>
  );
}

const joined = (...filters: readonly string[]) => filters.filter((text) => text !== '').join(',');

/** Whether an operator suspended a matching instance. Reads the newest suspended ones: if there are more, they count as such. */
function useHasHeld({ filters, status }: Matching): boolean {
  const mayHave = status === '' || status === STATES_OF_ACTS.get('resume');
  const wanted = joined(filters, `Status==${STATES_OF_ACTS.get('resume')}`, 'IsSuspended==true');
  const { data } = useQuery({
    ...apiQuery<FoundInstances>('/Instances', { filters: wanted, pageSize: 100 }),
    enabled: mayHave && conditionsIn(wanted) <= MOST_FILTERS,
  });
  return data !== undefined && (data.totalCount > data.items.length || data.items.some(isHeld));
}

/** Applies to all pages of the list. */
function AllMatching({ matching, onAct }: { readonly matching: Matching; readonly onAct: (act: Act) => void }) {
  const { totalCount, filters, status, key } = matching;
  const hasHeld = useHasHeld(matching);
  const orderOf = (operation: OrderedOperation) => ({
    operation,
    filters: joined(filters, `Status==${STATES_OF_ACTS.get(operation)}`),
  });
  if (conditionsIn(filters) >= MOST_FILTERS) return <Text size="sm">{pageTexts.tooManyForAll(MOST_FILTERS)}</Text>;
  return (
    <fieldset className="all-matching">
      <legend>{pageTexts.allMatching(totalCount)}</legend>
      <Group gap="xs">
        {ACTS.filter(([name]) => STATES_OF_ACTS.has(name) && (status === '' || STATES_OF_ACTS.get(name) === status))
          .filter(([name]) => (name !== 'migrate' || key !== '') && (name !== 'resume' || hasHeld))
          .map(([name, label]) => (
            <Button key={name} size="xs" variant="default" onClick={() => onAct({ order: orderOf(name), processKey: key })}>
              {pageTexts.actOnAll(label, totalCount, status !== '')}
            </Button>
          ))}
      </Group>
    </fieldset>
  );
}

type Act = Omit<ActDialogProps, 'onCreated' | 'onClose'>;

/** Column, bar and dialog of a selection; empty without `mayAct`. Render `dialog` next to the list, which can become empty while the action runs. */
export function useChosenRows<T>(mayAct: boolean, choosable: (row: T) => ChoosableRow) {
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const [act, setAct] = useState<Act | null>(null);
  const forget = () => {
    if (act?.order.ids !== undefined) setChosen(new Map()); // their details are outdated
  };
  return {
    columns: mayAct ? [choiceColumn(chosen, setChosen, choosable)] : [],
    barOf: (rows: readonly T[], matching?: Matching) =>
      mayAct && (
        <ChosenBar
          chosen={chosen}
          rows={rows.map(choosable)}
          onChange={setChosen}
          onAct={setAct}
          {...(matching !== undefined && { matching })}
        />
      ),
    dialog: act !== null && <ActDialog {...act} onCreated={forget} onClose={() => setAct(null)} />,
  };
}

type ActDialogProps = ComponentProps<typeof RepairAllDialog> & { readonly processKey: string };

function ActDialog({ processKey, order, ...dialog }: ActDialogProps) {
  if (order.operation !== 'migrate') return <RepairAllDialog order={order} {...dialog} />;
  const { ids, filters } = order;
  return <MigrateAllDialog migrated={ids === undefined ? { processKey, filters } : { processKey, ids }} {...dialog} />;
}

/** Returns undefined for different values or none. */
function onlyOne<T>(values: readonly T[]): T | undefined {
  return values.every((value) => value === values[0]) ? values[0] : undefined;
}
