import { Alert, Grid } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { EntryOrdinal } from '../../../../engine/ordinals.ts';
import type { InstanceHeader } from '../../../wire/instances.ts';
import type { ShownInstanceState } from '../../api/service-types.ts';
import { Diagram } from '../../components/diagram/diagram.tsx';
import { NO_MARKS } from '../../components/diagram/marks.ts';
import { outlineOf } from '../../components/diagram/xml-outline.ts';
import { ErrorBar } from '../../components/error-bar.tsx';
import { ActivityTree } from './activity-tree.tsx';
import { ElementPanel } from './element-panel.tsx';
import './instance.css';
import { InstanceTabs, type Select } from './instance-tabs.tsx';
import { marksOf } from './moment-marks.ts';
import { type Frame, type Moment, Replay } from './replay.ts';
import { TimeTravel } from './time-travel.tsx';
import { useJournal } from './use-journal.ts';

/** Diagram, time travel, tree and tables of one instance; what is selected in one is selected in all. */
export function InstanceView(props: {
  readonly instance: InstanceHeader;
  readonly state: ShownInstanceState;
  readonly xml: string;
}) {
  const { instance, state, xml } = props;
  const outline = useMemo(() => outlineOf(xml), [xml]);
  const [selected, select] = useSelection();
  const { moment, frames, isWhole, position, setPosition, entryIds, error, readAgain } = useMoment(instance.instanceId);
  const marks = useMemo(() => (moment === undefined ? NO_MARKS : marksOf(moment)), [moment]);
  const isNow = frames === undefined || position === frames.length;
  const element = selected?.element ?? null;
  const chosen = selected && { element: selected.element, entry: ordinalOf(entryIds, selected.entry) };
  return (
    <>
      <Failures state={state} onSelect={select} />
      <div className="instance-stage">
        <div className="instance-diagram">
          <Diagram xml={xml} processId={instance.key} marks={marks} selected={element} onSelect={select} height={400} />
        </div>
        {selected !== null && (
          <ElementPanel
            instanceId={instance.instanceId}
            element={outline.get(selected.element) ?? { id: selected.element, tag: '', name: null }}
            entryId={selected.entry}
            state={state}
            onClose={() => select(null)}
          />
        )}
      </div>
      {frames !== undefined && frames.length > 0 && (
        <TimeTravel frames={frames} isWhole={isWhole} position={position} onChange={setPosition} onSelect={select} />
      )}
      <Grid mt="md">
        <Grid.Col span={{ base: 12, lg: 3.5 }}>
          {error !== null && <ErrorBar text={`Failed to load the journal: ${error.message}`} onRetry={readAgain} />}
          <ActivityTree
            isLoading={error === null}
            executions={moment?.executions}
            step={position}
            until={isNow ? Date.now() : (moment?.frame?.at ?? 0)}
            outline={outline}
            selected={chosen}
            now={isNow ? null : entryAt(frames, position)}
            onSelect={(id, entry) => select(id, entryIds.get(entry))}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 8.5 }}>
          <InstanceTabs
            instance={instance}
            state={state}
            moment={isNow ? undefined : moment}
            selected={element}
            selectedEntry={selected?.entry ?? null}
            onSelect={select}
          />
        </Grid.Col>
      </Grid>
    </>
  );
}

function ordinalOf(entryIds: ReadonlyMap<number, string>, id: string | null): EntryOrdinal | null {
  if (id === null) return null;
  for (const [ordinal, entryId] of entryIds) if (entryId === id) return ordinal as EntryOrdinal;
  return null;
}

/** The entry that a step is about. What concerns the whole instance, such as its variables, happened where the step before it did. */
function entryAt(frames: readonly Frame[], position: number): EntryOrdinal | null {
  for (let index = position - 1; index >= 0; index -= 1) {
    const event = frames[index]?.event;
    if (event !== undefined && 'entry' in event && typeof event.entry === 'number') return event.entry;
  }
  return null;
}

/** An element, and one of its entries where one is meant. */
interface Selection {
  readonly element: string;
  readonly entry: string | null;
}

/** What is selected lives in the address, so that a link shows it. */
function useSelection(): [Selection | null, Select] {
  const [parameters, setParameters] = useSearchParams();
  const select = useCallback<Select>(
    (element, entry) =>
      setParameters(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of [
            ['element', element],
            ['entry', entry],
          ] as const) {
            if (value == null) after.delete(name);
            else after.set(name, value);
          }
          return after;
        },
        { replace: true },
      ),
    [setParameters],
  );
  const element = parameters.get('element');
  return [element === null ? null : { element, entry: parameters.get('entry') }, select];
}

/** The moment that is shown: now, until somebody travels. */
function useMoment(instanceId: string) {
  const { frames, isWhole, entryIds, error, readAgain } = useJournal(instanceId);
  const [chosen, setChosen] = useState<number | null>(null);
  const replay = useMemo(() => (frames === undefined ? undefined : new Replay(frames)), [frames]);
  const last = frames?.length ?? 0;
  const position = chosen === null ? last : Math.min(chosen, last);
  const moment: Moment | undefined = useMemo(() => replay?.at(position), [replay, position]);
  const setPosition = useCallback((to: number) => setChosen(to >= last ? null : to), [last]);
  return { frames, isWhole, entryIds, error, readAgain, moment, position, setPosition };
}

/** One bar per failed entry, newest last; a loop that fails a thousand times hides the page only when somebody wants it. */
const FAILURES_SHOWN = 5;

function Failures({ state, onSelect }: { readonly state: ShownInstanceState; readonly onSelect: Select }) {
  const [isWhole, setWhole] = useState(false);
  const failed = state.completedActivities.filter(({ errorState }) => errorState !== null);
  return (
    <>
      {(isWhole ? failed : failed.slice(0, FAILURES_SHOWN)).map(({ activityInstanceId, activityId, errorState }) => (
        <Alert key={activityInstanceId} color="red" variant="light" mb="xs" p="xs" role="alert">
          <button type="button" className="failure-button" onClick={() => onSelect(activityId, activityInstanceId)}>
            {activityId} [{errorState?.code}]: {errorState?.message}
          </button>
        </Alert>
      ))}
      {failed.length > FAILURES_SHOWN && !isWhole && (
        <Alert color="red" variant="light" mb="xs" p="xs">
          <button type="button" className="failure-button" onClick={() => setWhole(true)}>
            Show {failed.length - FAILURES_SHOWN} more failed entries
          </button>
        </Alert>
      )}
    </>
  );
}
