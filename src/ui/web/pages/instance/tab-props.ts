import type { InstanceHeader } from '../../../wire/instances.ts';
import type { ShownInstanceState } from '../../api/service-types.ts';
import type { Moment } from './replay.ts';
import type { LoadedJournal } from './use-journal.ts';

/** Selects an element, or one of its activity instances; null clears the selection. */
export type Select = (element: string | null, entryId?: string) => void;

/** Properties of the tabs. `moment`: shown moment of time travel; undefined: the current state. */
export interface TabProps {
  readonly instance: InstanceHeader;
  readonly state: ShownInstanceState;
  readonly moment: Moment | undefined;
  readonly journal: Pick<LoadedJournal, 'frames' | 'rows' | 'isWhole'>;
  readonly selected: string | null;
  /** id of the selected activity instance; null: only the element is selected */
  readonly selectedEntry: string | null;
  readonly onSelect: Select;
  /** shows the instance as it was after this number of steps */
  readonly onStep: (position: number) => void;
}
