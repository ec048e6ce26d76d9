import { Alert, Grid } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { InstanceHeader } from '../../../wire/instances.ts';
import type { ShownInstanceState } from '../../api/service-types.ts';
import { Diagram } from '../../components/diagram/diagram.tsx';
import { NO_MARKS } from '../../components/diagram/marks.ts';
import { outlineOf } from '../../components/diagram/xml-outline.ts';
import { ActivityTree } from './activity-tree.tsx';
import { ElementPanel } from './element-panel.tsx';
import './instance.css';
import { InstanceTabs } from './instance-tabs.tsx';
import { marksOf } from './moment-marks.ts';
import { type Moment, Replay } from './replay.ts';
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
  const { moment, frames, isWhole, position, setPosition } = useMoment(instance.instanceId);
  const marks = useMemo(() => (moment === undefined ? NO_MARKS : marksOf(moment)), [moment]);
  const isNow = frames === undefined || position === frames.length;
  return (
    <>
      <Failures state={state} onSelect={select} />
      <div className="instance-stage">
        <div className="instance-diagram">
          <Diagram xml={xml} processId={instance.key} marks={marks} selected={selected} onSelect={select} height={400} />
        </div>
        {selected !== null && (
          <ElementPanel
            instanceId={instance.instanceId}
            element={outline.get(selected) ?? { id: selected, tag: '', name: null }}
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
          <ActivityTree
            executions={moment?.executions ?? []}
            until={isNow ? Date.now() : (moment?.frame?.at ?? 0)}
            outline={outline}
            selected={selected}
            onSelect={select}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 8.5 }}>
          <InstanceTabs
            instance={instance}
            state={state}
            moment={isNow ? undefined : moment}
            selected={selected}
            onSelect={select}
          />
        </Grid.Col>
      </Grid>
    </>
  );
}

/** The selected element lives in the address, so that a link shows it. */
function useSelection(): [string | null, (element: string | null) => void] {
  const [parameters, setParameters] = useSearchParams();
  const select = useCallback(
    (element: string | null) =>
      setParameters(
        (before) => {
          const after = new URLSearchParams(before);
          if (element === null) after.delete('element');
          else after.set('element', element);
          return after;
        },
        { replace: true },
      ),
    [setParameters],
  );
  return [parameters.get('element'), select];
}

/** The moment that is shown: now, until somebody travels. */
function useMoment(instanceId: string) {
  const { frames, isWhole } = useJournal(instanceId);
  const [chosen, setChosen] = useState<number | null>(null);
  const replay = useMemo(() => (frames === undefined ? undefined : new Replay(frames)), [frames]);
  const last = frames?.length ?? 0;
  const position = chosen === null ? last : Math.min(chosen, last);
  const moment: Moment | undefined = useMemo(() => replay?.at(position), [replay, position]);
  const setPosition = useCallback((to: number) => setChosen(to >= last ? null : to), [last]);
  return { frames, isWhole, moment, position, setPosition };
}

/** One bar per failed entry, newest last; a loop that fails a thousand times hides the page only when somebody wants it. */
const FAILURES_SHOWN = 5;

function Failures({ state, onSelect }: { readonly state: ShownInstanceState; readonly onSelect: (element: string) => void }) {
  const [isWhole, setWhole] = useState(false);
  const failed = state.completedActivities.filter(({ errorState }) => errorState !== null);
  return (
    <>
      {(isWhole ? failed : failed.slice(0, FAILURES_SHOWN)).map(({ activityInstanceId, activityId, errorState }) => (
        <Alert key={activityInstanceId} color="red" variant="light" mb="xs" p="xs" role="alert">
          <button type="button" className="failure-button" onClick={() => onSelect(activityId)}>
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
