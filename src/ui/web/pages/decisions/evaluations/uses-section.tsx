import { Anchor, Group, NativeSelect, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { DecisionUsesView, DecisionUseView } from '../../../../wire/decisions.ts';
import { decisionUsesQuery } from '../../../api/decisions.ts';
import { type Column, DataGrid } from '../../../components/data-grid.tsx';
import { keptText } from '../../../components/facts/decided-decisions.tsx';
import { plainText } from '../../../components/facts/readable-value.tsx';
import { orDash } from '../../../components/format.ts';
import { List } from '../../../components/list.tsx';
import { ProcessLink } from '../../../components/process-link.tsx';
import { Time } from '../../../components/time.tsx';
import { useUrlFilters } from '../../../components/use-url-filters.ts';
import { decisionsTexts } from '../../../texts/decisions.ts';
import { texts } from '../../../texts/texts.ts';

const words = decisionsTexts.uses;

/** Counts of matched rules of a version, by rule number; empty while loading. */
export function useRuleCounts(decisionKey: string, version: number): ReadonlyMap<number, number> {
  const { data } = useQuery(decisionUsesQuery(decisionKey, version, useUrlFilters().get('rule')));
  return useMemo(() => new Map(data?.rules.map(({ rule, count }) => [rule, count])), [data]);
}

/** The newest evaluations by instances (docs/contributing/spec/pages.md#decisions-of-instances). */
export function UsesSection({ decisionKey, version }: { readonly decisionKey: string; readonly version: number }) {
  const { get, set } = useUrlFilters();
  const rule = get('rule');
  const uses = useQuery(decisionUsesQuery(decisionKey, version, rule));
  return (
    <div className="decision-rows">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {words.title}
        </Title>
        {((uses.data?.rules.length ?? 0) > 0 || rule !== '') && (
          <NativeSelect
            label={words.rule}
            value={rule}
            data={[
              { value: '', label: texts.shared.all },
              ...choicesOf(uses.data, rule).map(({ rule: number, count }) => ({
                value: String(number),
                label: words.ruleCount(number, count),
              })),
            ]}
            onChange={(event) => set({ rule: event.currentTarget.value })}
          />
        )}
      </Group>
      <List
        query={uses}
        failure={words.failed}
        isEmpty={({ items }) => items.length === 0}
        empty={rule === '' ? words.empty : words.nothingFits}
        onClear={rule === '' ? undefined : () => set({ rule: '' })}
      >
        {({ items, matching, counted, isWhole }) => (
          <>
            <DataGrid
              label={words.title}
              columns={COLUMNS}
              rows={items}
              rowKey={({ instanceId, entry, at }) => `${instanceId}:${entry}:${at}`}
            />
            <Text size="xs" c="dimmed">
              {words.shown(items.length, matching)} {words.counted(version, counted, isWhole)}
            </Text>
          </>
        )}
      </List>
    </div>
  );
}

/** A chosen rule without evaluations is offered too. */
function choicesOf(data: DecisionUsesView | undefined, chosen: string): DecisionUsesView['rules'] {
  const rules = data?.rules ?? [];
  if (chosen === '' || rules.some(({ rule }) => String(rule) === chosen)) return rules;
  return [...rules, { rule: Number(chosen), count: 0 }];
}

const COLUMNS: readonly Column<DecisionUseView>[] = [
  { heading: words.at, cell: ({ at }) => <Time value={at} /> },
  {
    heading: texts.names.instance,
    cell: ({ instanceId, businessId, activityId }) => (
      <Anchor
        component={Link}
        size="sm"
        className="any-text"
        to={`/process-instance/${instanceId}?${new URLSearchParams({ element: activityId })}`}
      >
        {businessId ?? `${instanceId.slice(0, 8)}…`}
      </Anchor>
    ),
  },
  { heading: texts.names.process, priority: 3, cell: ({ processKey }) => <ProcessLink processKey={processKey} /> },
  { heading: texts.names.version, cell: ({ version }) => `v${version}` },
  { heading: words.inputs, cell: (use) => <span className="any-text">{inputsOf(use)}</span> },
  { heading: words.result, cell: (use) => <code className="error-text">{resultOf(use)}</code> },
  { heading: words.rules, cell: ({ rules }) => (rules.length === 0 ? words.none : rules.join(', ')) },
];

/** Of the table of the decision itself, which is evaluated last. */
function inputsOf({ decided }: DecisionUseView): string {
  const inputs = decided?.decisions.at(-1)?.tables.at(-1)?.inputs ?? [];
  return inputs.map(({ name, value }) => `${name}: ${shortText(value)}`).join(' · ');
}

function resultOf({ decided }: DecisionUseView): string {
  return decided === undefined ? orDash(null) : shortText(decided.decisions.at(-1)?.value);
}

/** On one line. Undefined: too long to be stored. */
function shortText(value: unknown): string {
  return value === undefined || (typeof value === 'object' && value !== null) ? keptText(value) : plainText(value);
}
