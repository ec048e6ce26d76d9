import type { InstanceHeader } from '../../../wire/instances.ts';
import type { ListedIncident, ShownInstanceState } from '../../api/service-types.ts';
import type { CalledIncidents } from './moment-marks.ts';
import type { Moment } from './replay.ts';
import type { LoadedJournal } from './use-journal.ts';

/** Null clears the selection. */
export type Select = (element: string | null, entryId?: string) => void;

/** `moment`: of time travel; undefined: current state. */
export interface TabProps {
  readonly instance: InstanceHeader;
  readonly state: ShownInstanceState;
  /** open ones */
  readonly incidents: readonly ListedIncident[];
  /** open ones of called instances */
  readonly calledIncidents: CalledIncidents;
  readonly moment: Moment | undefined;
  readonly journal: Pick<LoadedJournal, 'frames' | 'rows' | 'isWhole' | 'entries'>;
  readonly selected: string | null;
  /** activity instance; null: only the element is selected */
  readonly selectedEntry: string | null;
  readonly onSelect: Select;
  /** shows the instance after this number of steps */
  readonly onStep: (position: number) => void;
}
