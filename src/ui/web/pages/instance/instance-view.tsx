import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { InstanceHeader } from '../../../wire/instances.ts';
import { incidentsOfInstanceQuery, waitsQuery } from '../../api/instance-repairs.ts';
import type { ListedIncident, ShownInstanceState } from '../../api/service-types.ts';
import type { ElementOutline } from '../../components/diagram/element-outline.ts';
import { ErrorBar } from '../../components/error-bar.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Sending } from '../../components/send/sending.tsx';
import { useParameters } from '../../components/use-parameters.ts';
import type { JournalAtMoment } from './below-stage.tsx';
import { type FailureStep, failureSteps } from './failures.ts';
import type { Moment } from './replay.ts';
import { useJournal } from './use-journal.ts';
import '../../components/facts/facts.css';
import './instance.css';
import { pageTexts } from '../../texts/instance.ts';
import { InstanceActs } from './instance-acts.tsx';
import { type CalledIncidents, calledIncidentsOf } from './moment-marks.ts';
import { Stage, useSelection } from './stage.tsx';
import type { StepChange } from './time-travel.tsx';
import { troublesOf } from './trouble.ts';
import { TroubleView } from './trouble-card.tsx';
import { useTokenPlan } from './use-token-plan.ts';

const BelowStage = lazyPart(
  async () => (await import('./below-stage.tsx')).BelowStage,
  () => <div className="below-stage-space" />,
);

/** Delay before a step is written to the address: not each step of the playback or of a drag is. */
const SETTLED_MS = 250;

/** The current state, or the step in the address. */
function useMoment(instanceId: string): JournalAtMoment {
  const journal = useJournal(instanceId);
  const { frames, replay } = journal;
  const [chosen, setChosen] = useStepOfAddress();
  const last = frames?.length ?? 0;
  const position = chosen === null ? last : Math.min(chosen, last);
  const moment: Moment | undefined = useMemo(() => replay?.at(position), [replay, position]);
  // moving to the last step shows the current state; a link to it keeps the step when the instance continues
  const setPosition = useCallback((to: number, how?: StepChange) => setChosen(to >= last ? null : to, how), [last, setChosen]);
  return { ...journal, moment, position, setPosition, goToStep: setChosen };
}

/**
 * Step from 1. Null: the current state, also for an invalid step. A step of the user adds an entry to the history of the browser, one of the playback does not.
 * Back and Forward change the step.
 */
function useStepOfAddress(): [number | null, (step: number | null, how?: StepChange) => void] {
  const [parameters, change] = useParameters();
  const [{ step, isPlayback }, setChosen] = useState(() => ({ step: stepOf(parameters.get('step')), isPlayback: true }));
  const written = parameters.get('step');
  const seen = useRef(written);
  const wanted = step === null ? null : String(step);
  useEffect(() => {
    if (written !== seen.current) {
      seen.current = written;
      setChosen({ step: stepOf(written), isPlayback: true });
      return undefined;
    }
    if (written === wanted) return undefined;
    const timer = setTimeout(() => {
      seen.current = wanted;
      change({ step: wanted }, { isStep: !isPlayback });
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [written, wanted, isPlayback, change]);
  const setStep = useCallback(
    (to: number | null, how?: StepChange) => setChosen({ step: to, isPlayback: how?.isPlayback === true }),
    [],
  );
  return [step, setStep];
}

function stepOf(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

const NONE_CALLED: CalledIncidents = new Map();
const NO_INCIDENTS: readonly ListedIncident[] = [];

/** All parts have the same selection. */
export function InstanceView(props: {
  readonly instance: InstanceHeader;
  readonly state: ShownInstanceState;
  readonly xml: string;
  readonly outline: ReadonlyMap<string, ElementOutline>;
  /** element of the page header for actions; null: not rendered yet */
  readonly actsPlace: HTMLElement | null;
}) {
  const { instance, state, outline, actsPlace } = props;
  const [selected, select] = useSelection();
  const journal = useMoment(instance.instanceId);
  const { moment, frames, position, setPosition, goToStep, entryIds, entries } = journal;
  const failures = useMemo(() => failureSteps(frames ?? []), [frames]);
  const { incidents, troubles } = useTroubles(instance, state);
  const called = useCalledIncidents(instance);
  const errorsAbove = useMemo(() => new Set(troubles.open.map(({ entryId }) => entryId)), [troubles]);
  const isNow = frames === undefined || position === frames.length;
  const goToFailure = useCallback(
    (failure: FailureStep) => {
      goToStep(failure.position);
      if (failure.element !== null) select(failure.element, entryIds.get(failure.entry ?? -1));
    },
    [goToStep, select, entryIds],
  );
  const tokens = useTokenPlan(state, selected?.entry ?? null);
  const toggleMoving = () => {
    if (frames !== undefined) setPosition(frames.length);
    tokens.toggle();
  };
  return (
    <Sending ofKey={instance.key}>
      {incidents.isError && (
        <ErrorBar
          text={pageTexts.wrongFailed(incidents.error.message)}
          onRetry={() => void incidents.refetch()}
          asOf={incidents.dataUpdatedAt}
        />
      )}
      <TroubleView
        {...{ instance, state, troubles, frames, failures, outline, entries }}
        onSelect={select}
        onFailure={goToFailure}
      />
      {actsPlace !== null &&
        createPortal(
          <InstanceActs
            instance={instance}
            state={state}
            outline={outline}
            place={isNow || moment?.frame == null ? null : { row: moment.frame.seq, step: position }}
            isMoving={tokens.isMoving}
            onMove={toggleMoving}
          />,
          actsPlace,
        )}
      <Stage
        {...props}
        errorsAbove={errorsAbove}
        isNow={isNow}
        moment={moment}
        selected={selected}
        entries={entries}
        tokens={tokens}
        onSelect={select}
      />
      <BelowStage
        {...{ instance, state, journal, failures, isNow, selected, called }}
        incidents={incidents.data?.items ?? NO_INCIDENTS}
        onSelect={select}
        onFailure={goToFailure}
      />
    </Sending>
  );
}

/** Reads incidents only for running and pending instances. */
function useTroubles({ instanceId, status }: InstanceHeader, state: ShownInstanceState) {
  const incidents = useQuery({
    ...incidentsOfInstanceQuery(instanceId),
    enabled: status === 'Running' || status === 'Pending',
  });
  const items = incidents.data?.items;
  return { incidents, troubles: useMemo(() => troublesOf(state, items ?? []), [state, items]) };
}

/** Shares the read of *Why it waits*. */
function useCalledIncidents({ instanceId, status }: InstanceHeader): CalledIncidents {
  const items = useQuery({ ...waitsQuery(instanceId), enabled: status === 'Running' }).data?.items;
  return useMemo(() => (status === 'Running' && items !== undefined ? calledIncidentsOf(items) : NONE_CALLED), [items, status]);
}
