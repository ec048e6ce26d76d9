import { visibleText } from '../../platform/log-text.ts';
import { print, printJson } from '../output/print.ts';
import { assigned } from './assigned.ts';
import type { RunCall } from './declarations.ts';

/** `sluice run`: starts an instance (docs/contributing/spec/http/execution.md). */
export async function runStartInstance({ operands, options, isJson, openApi }: RunCall): Promise<true> {
  const { version } = options;
  const body = {
    WorkflowId: operands[0],
    BusinessId: options['business-id'],
    Variables: assigned(options.set ?? []),
    ...(version === undefined ? {} : { Version: Number(version) }),
  };
  const started = await openApi().post<{ WorkflowInstanceId: string }>('/Execution/start', body);
  return isJson ? printJson(started) : print(visibleText(started.WorkflowInstanceId));
}
