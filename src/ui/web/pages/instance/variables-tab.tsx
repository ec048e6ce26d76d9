import { Group, Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import type { InstanceState as EngineState } from '../../../../engine/state.ts';
import { cutText } from '../../../../platform/cut-text.ts';
import type { ShownInstanceState } from '../../api/service-types.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { JsonValue } from '../../components/json-value.tsx';
import { Badge } from '../../components/status-badge.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { pageTexts } from '../../texts/instance.ts';
import { texts } from '../../texts/texts.ts';
import { type ChangedVariables, changedVariables } from './changed-variables.ts';
import { type Frame, type Moment, Replay } from './replay.ts';
import type { TabProps } from './tab-props.ts';

/** `was`: value before the command of the shown step; absent: unchanged. */
interface ShownVariable {
  readonly name: string;
  readonly value: unknown;
  readonly was?: { readonly value: unknown };
}

interface Scope {
  readonly id: string;
  readonly title: string;
  readonly hint: string;
  readonly variables: readonly ShownVariable[];
  readonly removed: readonly string[];
}

const COLUMNS: readonly Column<ShownVariable>[] = [
  {
    heading: texts.names.name,
    cell: ({ name, was }) => (
      <Group gap="xs">
        <span className="json-line variable-name">{name}</span>
        {was !== undefined && (
          <Badge tone="wait">{was.value === undefined ? pageTexts.variables.isNew : pageTexts.variables.isChanged}</Badge>
        )}
      </Group>
    ),
  },
  {
    heading: pageTexts.variables.value,
    cell: ({ name, value, was }) => (
      <>
        <JsonValue value={value} name={name} />
        {was !== undefined && was.value !== undefined && <WasBefore value={was.value} />}
      </>
    ),
  },
];

/** Replaced value next to the new one. */
const WAS_LENGTH = 80;

function WasBefore({ value }: { readonly value: unknown }) {
  const text = JSON.stringify(value) ?? '';
  return (
    <Text size="xs" c="dimmed">
      {pageTexts.variables.before}{' '}
      <span className="json-line">{text.length > WAS_LENGTH ? `${cutText(text, WAS_LENGTH)}…` : text}</span>
    </Text>
  );
}

/** One table per scope (docs/contributing/spec/pages.md#instance-tabs). In time travel, values are computed by the engine, and changes are marked. */
export function VariablesTab({ state, moment, journal: { frames } }: TabProps) {
  if (moment !== undefined && frames !== undefined) return <VariablesThen moment={moment} frames={frames} />;
  return <Scopes scopes={scopesNow(state)} />;
}

function VariablesThen({ moment, frames }: { readonly moment: Moment; readonly frames: readonly Frame[] }) {
  const earlier = useMemo(() => new Replay(frames), [frames]);
  const changes = useMemo(() => changedVariables(frames, earlier, moment), [frames, earlier, moment]);
  const count = [...changes.changed.values()].reduce((sum, { size }) => sum + size, 0);
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {pageTexts.variables.asOfStep(moment.frame?.number, count > 0)}
      </Text>
      <Scopes scopes={scopesThen(moment.state, changes)} />
    </Stack>
  );
}

function Scopes({ scopes }: { readonly scopes: readonly Scope[] }) {
  if (scopes.every(({ variables, removed }) => variables.length === 0 && removed.length === 0))
    return <Text c="dimmed">{pageTexts.variables.none}</Text>;
  return (
    <Stack>
      {scopes.map((scope) => (
        <ScopeTable key={scope.id} scope={scope} />
      ))}
    </Stack>
  );
}

function ScopeTable({ scope: { title, hint, variables, removed } }: { readonly scope: Scope }) {
  if (variables.length === 0 && removed.length === 0) return null;
  const values = Object.fromEntries(variables.map(({ name, value }) => [name, value]));
  return (
    <div>
      <Group gap={4} mb={4}>
        <Tooltip label={hint}>
          <Title order={3} size="h6">
            {title}
          </Title>
        </Tooltip>
        <CopyButton text={JSON.stringify(values, null, 2)} label={pageTexts.variables.copy(title)} />
      </Group>
      <DataGrid
        label={title}
        columns={COLUMNS}
        rows={variables}
        rowKey={({ name }) => name}
        rowClass={({ was }) => (was === undefined ? undefined : 'is-changed')}
      />
      {removed.length > 0 && (
        <Text size="sm" mt={4}>
          {pageTexts.variables.removed(removed.join(', '))}
        </Text>
      )}
    </div>
  );
}

function scopesNow(state: ShownInstanceState): readonly Scope[] {
  return state.variableStates.map(({ variablesId, variables }) => ({
    id: variablesId,
    title: pageTexts.variables.of(`${variablesId.slice(0, 8)}…`),
    hint: variablesId,
    variables: Object.entries(variables).map(([name, value]) => ({ name, value })),
    removed: [],
  }));
}

function scopesThen(state: EngineState, { changed, removed }: ChangedVariables): readonly Scope[] {
  return [...state.variables.values()].map(({ ordinal, kind, values }) => ({
    id: String(ordinal),
    title:
      ordinal === state.rootVariables
        ? pageTexts.variables.ofProcess
        : pageTexts.variables.ofScope(pageTexts.variables.kinds[kind], ordinal),
    hint: pageTexts.variables.scope(ordinal),
    variables: Object.entries(values).map(([name, value]) => {
      const ofScope = changed.get(ordinal);
      return { name, value, ...(ofScope?.has(name) && { was: { value: ofScope.get(name) } }) };
    }),
    removed: removed.get(ordinal) ?? [],
  }));
}
