import { Grid } from '@mantine/core';
import type { ActivityInstanceOrdinal } from '../../../../engine/ordinals.ts';
import type { InstanceHeader } from '../../../wire/instances.ts';
import type { ListedIncident, ShownInstanceState } from '../../api/service-types.ts';
import { ErrorBar } from '../../components/error-bar.tsx';
import { pageTexts } from '../../texts/instance.ts';
import { ActivityTree } from './activity-tree.tsx';
import type { JournalEntry } from './entries.ts';
import type { FailureStep } from './failures.ts';
import { InstanceTabs } from './instance-tabs.tsx';
import type { CalledIncidents } from './moment-marks.ts';
import type { Frame, Moment } from './replay.ts';
import type { Select } from './tab-props.ts';
import { type StepChange, TimeTravel } from './time-travel.tsx';
import type { LoadedJournal } from './use-journal.ts';

/** History of the instance, and the step that is shown. */
export interface JournalAtMoment extends LoadedJournal {
  readonly moment: Moment | undefined;
  readonly position: number;
  readonly setPosition: (to: number, how?: StepChange) => void;
  readonly goToStep: (step: number | null) => void;
}

const NONE_CALLED = new Map<ActivityInstanceOrdinal, never>();

/** Time travel, tree and tables. A separate part: what is above can be used before its code is loaded. */
export function BelowStage(props: {
  readonly instance: InstanceHeader;
  readonly state: ShownInstanceState;
  readonly journal: JournalAtMoment;
  readonly failures: readonly FailureStep[];
  readonly incidents: readonly ListedIncident[];
  /** of the current state, by the id of the activity instance */
  readonly called: CalledIncidents;
  readonly isNow: boolean;
  readonly selected: { readonly element: string; readonly entry: string | null } | null;
  readonly onSelect: Select;
  readonly onFailure: (failure: FailureStep) => void;
}) {
  const { instance, state, journal, failures, incidents, called, isNow, selected, onSelect, onFailure } = props;
  const { moment, frames, isWhole, position, setPosition, goToStep, entryIds, entries, error, readAgain } = journal;
  const chosen = selected && { element: selected.element, entry: entries.get(selected.entry ?? '')?.ordinal ?? null };
  return (
    <>
      {frames !== undefined && frames.length > 0 && (
        <TimeTravel {...{ frames, isWhole, position, failures, onSelect, onFailure }} onChange={setPosition} />
      )}
      <Grid mt="md">
        <Grid.Col span={{ base: 12, lg: 3.5 }}>
          {error !== null && <ErrorBar text={pageTexts.journalFailed(error.message)} onRetry={readAgain} />}
          <ActivityTree
            isLoading={error === null}
            executions={moment?.executions}
            step={position}
            until={isNow ? Date.now() : (moment?.frame?.at ?? 0)}
            selected={chosen}
            now={isNow ? null : entryAt(frames ?? [], position)}
            incidents={moment?.state.incidentsOf}
            calledIncidents={isNow ? byOrdinal(called, entries) : NONE_CALLED}
            onSelect={(id, entry) => onSelect(id, entryIds.get(entry))}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 8.5 }}>
          <InstanceTabs
            {...{ instance, state, journal, incidents, onSelect }}
            calledIncidents={called}
            moment={isNow ? undefined : moment}
            selected={selected?.element ?? null}
            selectedEntry={selected?.entry ?? null}
            onStep={goToStep}
          />
        </Grid.Col>
      </Grid>
    </>
  );
}

function byOrdinal(called: CalledIncidents, entries: ReadonlyMap<string, JournalEntry>) {
  return new Map(
    [...called].flatMap(([id, incident]) => {
      const ordinal = entries.get(id)?.ordinal;
      return ordinal === undefined ? [] : [[ordinal, incident] as const];
    }),
  );
}

/** An event of the whole instance, such as a variable change, belongs to the activity instance of the step before. */
function entryAt(frames: readonly Frame[], position: number): ActivityInstanceOrdinal | null {
  for (let index = position - 1; index >= 0; index -= 1) {
    const event = frames[index]?.event;
    if (event !== undefined && 'entry' in event && typeof event.entry === 'number') return event.entry;
  }
  return null;
}
