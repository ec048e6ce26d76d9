import { visibleText } from '../../platform/log-text.ts';
import { sleep } from '../../platform/retry.ts';
import { print, printJson } from '../output/print.ts';
import type { StateCall } from './declarations.ts';

const LOOK_AGAIN_MS = 500;

interface InstanceState {
  readonly isCompleted: boolean;
  readonly isFailed: boolean;
  readonly isCancelled: boolean;
  readonly isSuspended?: boolean;
  readonly activeActivityIds: readonly string[];
  readonly completedActivityIds: readonly string[];
  readonly variableStates: readonly { readonly variables: object }[];
}

/** `sluice state`: what is active in an instance, and its variables (docs/contributing/spec/http/instances.md). @returns false when it has failed or was cancelled */
export async function runState({ operands: [id = ''], options, printsJson, openApi }: StateCall): Promise<boolean> {
  const client = openApi();
  let shown = '';
  for (;;) {
    const state = await client.get<InstanceState>(`/Instances/${encodeURIComponent(id)}/state`);
    const text = JSON.stringify(state);
    if (text !== shown) {
      if (printsJson) printJson(state);
      else print(textOf(state));
      shown = text;
    }
    const isOver = state.isCompleted || state.isFailed || state.isCancelled;
    if (isOver || options.watch !== true) return !state.isFailed && !state.isCancelled;
    await sleep(LOOK_AGAIN_MS);
  }
}

function textOf(state: InstanceState): string {
  const { activeActivityIds: active, completedActivityIds: done, variableStates } = state;
  const lines = [
    `${statusOf(state)}: ${active.join(', ') || 'nothing is active'}`,
    `  done       ${done.join(', ') || '-'}`,
    ...variableStates.map(({ variables }) => `  variables  ${JSON.stringify(variables)}`),
  ];
  return lines.map(visibleText).join('\n');
}

function statusOf({ isFailed, isCancelled, isCompleted, isSuspended }: InstanceState): string {
  if (isFailed) return 'Failed';
  if (isCancelled) return 'Cancelled';
  if (isCompleted) return 'Completed';
  return isSuspended === true ? 'Suspended' : 'Running';
}
