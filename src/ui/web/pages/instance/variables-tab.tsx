import { Group, Stack, Text, Title } from '@mantine/core';
import type { InstanceState as EngineState } from '../../../../engine/state.ts';
import type { ShownInstanceState } from '../../api/service-types.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { JsonValue } from '../../components/json-value.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import type { TabProps } from './instance-tabs.tsx';

/** One variable scope as it is shown. */
interface Scope {
  readonly id: string;
  readonly title: string;
  readonly hint: string;
  readonly variables: readonly (readonly [name: string, value: unknown])[];
}

const COLUMNS: readonly Column<readonly [string, unknown]>[] = [
  { heading: 'Name', cell: ([name]) => <span className="json-line">{name}</span> },
  { heading: 'Value', cell: ([name, value]) => <JsonValue value={value} name={name} /> },
];

/** One table per variable scope (docs/spec/pages.md#instance-tabs); while somebody travels in time, as the engine's own fold says it was. */
export function VariablesTab({ state, moment }: TabProps) {
  const scopes = moment === undefined ? scopesNow(state) : scopesThen(moment.state);
  return (
    <Stack>
      {moment !== undefined && (
        <Text size="sm" c="dimmed">
          As of step {moment.frame?.number}.
        </Text>
      )}
      {scopes.every(({ variables }) => variables.length === 0) ? (
        <Text c="dimmed">No variables recorded.</Text>
      ) : (
        scopes.map((scope) => <ScopeTable key={scope.id} scope={scope} />)
      )}
    </Stack>
  );
}

function ScopeTable({ scope: { title, hint, variables } }: { readonly scope: Scope }) {
  if (variables.length === 0) return null;
  return (
    <section aria-label={title}>
      <Group gap={4} mb={4}>
        <Tooltip label={hint}>
          <Title order={3} size="h6">
            {title}
          </Title>
        </Tooltip>
        <CopyButton text={JSON.stringify(Object.fromEntries(variables), null, 2)} label={`Copy ${title} as JSON`} />
      </Group>
      <DataGrid label={title} columns={COLUMNS} rows={variables} rowKey={([name]) => name} />
    </section>
  );
}

function scopesNow(state: ShownInstanceState): readonly Scope[] {
  return state.variableStates.map(({ variablesId, variables }) => ({
    id: variablesId,
    title: `Variables ${variablesId.slice(0, 8)}…`,
    hint: variablesId,
    variables: Object.entries(variables),
  }));
}

function scopesThen(state: EngineState): readonly Scope[] {
  return [...state.variables.values()].map(({ ordinal, kind, values }) => ({
    id: String(ordinal),
    title: ordinal === state.rootVariables ? 'Variables of the process' : `Variables of ${kind} ${ordinal}`,
    hint: `scope ${ordinal}`,
    variables: Object.entries(values),
  }));
}
