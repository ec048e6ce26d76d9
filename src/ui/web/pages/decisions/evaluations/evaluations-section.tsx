import { Button, Group, NativeSelect, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type EvaluationRow, evaluationsQuery } from '../../../api/decision-evaluations.ts';
import { type Column, DataGrid } from '../../../components/data-grid.tsx';
import { keptText } from '../../../components/facts/decided-decisions.tsx';
import { filterText } from '../../../components/filter-text.ts';
import { formatTime, orDash } from '../../../components/format.ts';
import { List } from '../../../components/list.tsx';
import { Pager } from '../../../components/pager.tsx';
import { TextFilter } from '../../../components/text-filter.tsx';
import { Time } from '../../../components/time.tsx';
import { useUrlFilters } from '../../../components/use-url-filters.ts';
import { decisionsTexts } from '../../../texts/decisions.ts';
import { texts } from '../../../texts/texts.ts';
import { OutcomeBadge } from './outcome-badge.tsx';

const words = decisionsTexts.evaluations;
const OUTCOMES = [
  { value: '', label: texts.shared.all },
  ...['made', 'failed'].map((value) => ({ value, label: words.outcomes[value] ?? value })),
];

/** Stored evaluations of API calls, not of processes (docs/contributing/spec/pages.md#evaluations). */
export function EvaluationsSection(props: {
  readonly decisionKey: string;
  /** no version is deployed; shown only if there are evaluations of deleted versions */
  readonly isUnknown: boolean;
  readonly opened: string;
  readonly onOpen: (evaluation: EvaluationRow) => void;
}) {
  const { decisionKey, isUnknown, opened, onOpen } = props;
  const { get, set, page } = useUrlFilters();
  const outcome = get('outcome');
  const businessId = get('businessId');
  const filters = filterText([
    ['Outcome', '==', outcome],
    ['BusinessId', '==', businessId],
  ]);
  const evaluations = useQuery(evaluationsQuery(decisionKey, { page, filters }));
  const isFiltered = filters !== '';
  if (isUnknown && !isFiltered && (evaluations.data?.totalCount ?? 0) === 0) return null;
  return (
    <div className="decision-rows">
      <Group justify="space-between">
        <Title order={2} size="h4" id="evaluations">
          {words.title}
        </Title>
        {(isFiltered || (evaluations.data?.totalCount ?? 0) > 0) && (
          <Group align="flex-end">
            <TextFilter
              label={texts.names.businessIdFilter}
              value={businessId}
              onChange={(about) => set({ businessId: about })}
            />
            <NativeSelect
              label={words.outcome}
              data={OUTCOMES}
              value={outcome}
              onChange={(event) => set({ outcome: event.currentTarget.value })}
            />
          </Group>
        )}
      </Group>
      <List
        query={evaluations}
        failure={words.failed}
        isEmpty={({ totalCount }) => totalCount === 0}
        empty={isFiltered ? words.nothingFits : words.empty}
        hint={isFiltered ? undefined : words.hint}
        onClear={isFiltered ? () => set({ outcome: '', businessId: '' }) : undefined}
      >
        {({ items, pageSize, totalCount, ...shown }) => (
          <>
            <DataGrid
              label={words.title}
              columns={columns(onOpen)}
              rows={items}
              rowKey={({ evaluationId }) => evaluationId}
              isSelected={({ evaluationId }) => evaluationId === opened}
            />
            <Pager page={shown.page} pageSize={pageSize} totalCount={totalCount} onChange={(to) => set({ page: to })} />
          </>
        )}
      </List>
    </div>
  );
}

function columns(onOpen: (evaluation: EvaluationRow) => void): readonly Column<EvaluationRow>[] {
  return [
    { heading: words.at, cell: ({ evaluatedAt }) => <Time value={evaluatedAt} /> },
    { heading: texts.names.version, cell: ({ version }) => `v${version}` },
    { heading: words.outcome, cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
    { heading: words.actor, cell: ({ actor }) => <span className="any-text">{orDash(actor)}</span> },
    { heading: words.result, priority: 2, cell: (evaluation) => <Outcome evaluation={evaluation} /> },
    {
      heading: texts.names.actions,
      cell: (evaluation) => (
        <Button
          size="xs"
          variant="outline"
          aria-label={words.openOf(formatTime(evaluation.evaluatedAt))}
          onClick={() => onOpen(evaluation)}
        >
          {words.open}
        </Button>
      ),
    },
  ];
}

/** The failure, or the value of the requested decision, which is evaluated last. */
function Outcome({ evaluation: { failure, decisions, moreDecisions } }: { readonly evaluation: EvaluationRow }) {
  if (failure !== null)
    return (
      <span className="error-text" lang="en">
        {failure}
      </span>
    );
  const last = moreDecisions === undefined ? decisions.at(-1) : undefined;
  return <code className="error-text">{keptText(last?.result)}</code>;
}
