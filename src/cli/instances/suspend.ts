import { visibleText } from '../../platform/log-text.ts';
import { print, printJson } from '../output/print.ts';
import type { SuspendCall } from './declarations.ts';

interface Suspension {
  readonly isSuspended: boolean;
  readonly suspendedBy: readonly string[];
}

/**
 * `sluice suspend`: stops a running instance until it is resumed. `sluice resume`: runs the queued commands and continues
 * (docs/contributing/spec/suspension.md).
 */
export async function switchInstance(
  verb: 'suspend' | 'resume',
  { operands: [id = ''], options: { reason, alone }, isJson, openApi }: SuspendCall,
): Promise<true> {
  const body = { ...(reason !== undefined && { Reason: reason }), ...(alone === true && { CalledInstances: false }) };
  const answer = await openApi().post<Suspension>(`/Instances/${encodeURIComponent(id)}/${verb}`, body);
  if (isJson) return printJson(answer);
  return print(answer.isSuspended ? `Suspended by ${answer.suspendedBy.map(visibleText).join(' and ')}.` : 'Resumed.');
}
