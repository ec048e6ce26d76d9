import { visibleText } from '../../platform/log-text.ts';
import { assigned } from '../instances/assigned.ts';
import { print, printJson } from '../output/print.ts';
import type { MessageCall } from './declaration.ts';

interface Reached {
  readonly WorkflowInstanceIds: readonly string[];
}

/** `sluice message`: delivers a message to what waits for it, or starts instances (docs/contributing/spec/http/execution.md). */
export async function runMessage(call: MessageCall): Promise<true> {
  const { operands, options } = call;
  const body = {
    MessageName: operands[0],
    CorrelationKey: options.key,
    BusinessId: options['business-id'],
    Variables: assigned(options.set ?? []),
  };
  return shown(await call.openApi().post<Reached>('/Execution/message', body), call);
}

/** `sluice signal`: delivers a signal to everything that waits for it, and starts instances. */
export async function runSignal(call: MessageCall): Promise<true> {
  const body = { SignalName: call.operands[0], Variables: assigned(call.options.set ?? []) };
  return shown(await call.openApi().post<Reached>('/Execution/signal', body), call);
}

function shown(reached: Reached, { printsJson }: MessageCall): true {
  if (printsJson) return printJson(reached);
  const { WorkflowInstanceIds: ids } = reached;
  return print(ids.length === 0 ? 'No instance waits for it.' : ids.map(visibleText).join('\n'));
}
