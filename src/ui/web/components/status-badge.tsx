import type { ReactNode } from 'react';
import { texts } from '../texts/texts.ts';

/** Styles of badges, by meaning. */
export type Tone = 'run' | 'done' | 'fail' | 'stop' | 'wait';

const TONES: Readonly<Record<string, Tone>> = {
  Running: 'run',
  Active: 'run',
  Claimed: 'run',
  Completed: 'done',
  Failed: 'fail',
  Lost: 'fail',
  Cancelled: 'stop',
  Disabled: 'stop',
  Stopping: 'wait',
  Paused: 'wait',
  Pending: 'wait',
  Waiting: 'wait',
  Retrying: 'fail',
  Created: 'wait',
  Parked: 'fail',
  CarriedOut: 'done',
  Refused: 'fail',
  Dropped: 'stop',
};

/** A state in a word; the colour follows from the word. */
export function StatusBadge({ status }: { readonly status: string }) {
  return <Badge tone={Object.hasOwn(TONES, status) ? (TONES[status] ?? 'stop') : 'stop'}>{stateWord(status)}</Badge>;
}

/** The word for a state or kind of the service; an unknown one is shown unchanged. */
export function stateWord(state: string): string {
  return Object.hasOwn(texts.states, state) ? (texts.states[state] ?? state) : state;
}

/** A short highlighted text. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}
