import { visibleText } from '../../platform/log-text.ts';
import { printJson } from '../output/print.ts';
import type { ModifyCall } from './declarations.ts';
import { readInstructions } from './modify-instructions.ts';

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

/** `sluice modify`: cancels and starts elements of a running instance (docs/contributing/spec/http/instances.md#modify-an-instance). */
export async function runModify({ operands: [id = ''], options, order, isJson, openApi }: ModifyCall): Promise<true> {
  const { reason } = options;
  const body = {
    instructions: readInstructions(order),
    dryRun: options['dry-run'] === true,
    ...(reason !== undefined && { reason }),
  };
  const modified = await openApi().post<Modified>(`/Instances/${encodeURIComponent(id)}/modify`, body);
  if (isJson) return printJson(modified);
  process.stdout.write(linesOf(modified));
  return true;
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
