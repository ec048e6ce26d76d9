import { visibleText } from '../../platform/log-text.ts';
import { askingApi } from '../asking-api.ts';
import { MODIFY_USAGE, readModifyArguments } from './modify-arguments.ts';

interface Modified {
  readonly isDryRun: boolean;
  readonly cancelledCount: number;
  readonly started: readonly {
    readonly activityId: string;
    readonly position: string;
    readonly scope: string | null;
    readonly openedActivityIds: readonly string[];
  }[];
  readonly after: {
    readonly isCompleted: boolean;
    readonly isCancelled: boolean;
    readonly isFailed: boolean;
    readonly activeActivityIds: readonly string[];
    readonly errorState: { readonly code: string; readonly message: string } | null;
    readonly isCut: boolean;
  } | null;
}

/** `sluice modify`: cancels and starts elements of a running instance (docs/spec/http/instances.md#modify-an-instance). */
export async function runModify(args: readonly string[]): Promise<void> {
  await askingApi(
    MODIFY_USAGE,
    () => readModifyArguments(args),
    async (client, { id, instructions, options: { reason, isDryRun, isJson } }) => {
      const body = { instructions, dryRun: isDryRun, ...(reason !== undefined && { reason }) };
      const modified = await client.post<Modified>(`/Instances/${encodeURIComponent(id)}/modify`, body);
      process.stdout.write(isJson ? `${JSON.stringify(modified, null, 2)}\n` : linesOf(modified));
      return true;
    },
  );
}

function linesOf({ isDryRun, cancelledCount, started, after }: Modified): string {
  const [cancelled, begun] = isDryRun ? ['would be cancelled', 'would be started'] : ['cancelled', 'started'];
  const lines = [
    ...(cancelledCount === 0 ? [] : [`${cancelledCount} ${cancelledCount === 1 ? 'entry' : 'entries'} ${cancelled}`]),
    ...started.map(
      ({ activityId, position, scope, openedActivityIds }) =>
        `${begun} ${position} ${activityId}, in ${[scope ?? 'the instance', ...openedActivityIds].join(' > ')}`,
    ),
    ...(after === null ? [] : [`afterwards: ${endOf(after)}`]),
  ];
  return `${lines.map(visibleText).join('\n')}\n`;
}

function endOf({
  isCompleted,
  isCancelled,
  isFailed,
  activeActivityIds,
  errorState,
  isCut,
}: NonNullable<Modified['after']>): string {
  const rest = isCut ? ', and so on' : '';
  if (isFailed) return `failed, ${errorState?.code}: ${errorState?.message}`;
  if (isCancelled) return 'cancelled';
  return isCompleted ? 'completed' : `active: ${activeActivityIds.join(', ') || 'nothing'}${rest}`;
}
