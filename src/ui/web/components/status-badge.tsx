import type { ReactNode } from 'react';
import { texts } from '../texts/texts.ts';

/** Styles by meaning. */
export type Tone = 'run' | 'done' | 'fail' | 'stop' | 'wait' | 'incident';

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
  Succeeded: 'done',
  Skipped: 'stop',
};

export function StatusBadge({ status }: { readonly status: string }) {
  return <Badge tone={Object.hasOwn(TONES, status) ? (TONES[status] ?? 'stop') : 'stop'}>{stateWord(status)}</Badge>;
}

/** Word for a state or kind of the service; unknown ones are unchanged. */
export function stateWord(state: string): string {
  return Object.hasOwn(texts.states, state) ? (texts.states[state] ?? state) : state;
}

export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}
