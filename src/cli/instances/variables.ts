import { print, printJson } from '../output/print.ts';
import { WrongArguments } from '../wrong-arguments.ts';
import { assigned } from './assigned.ts';
import type { VariablesCall } from './declarations.ts';

/** `sluice variables`: edits the variables of a running instance (docs/contributing/spec/http/instances.md#edit-variables). */
export async function runVariables({ operands: [id = ''], options, isJson, openApi }: VariablesCall): Promise<true> {
  if (options.set === undefined && options.delete === undefined) throw new WrongArguments('nothing to --set or --delete');
  const body = {
    Variables: assigned(options.set ?? []),
    Delete: options.delete ?? [],
    ...(options.scope !== undefined && { Scope: options.scope }),
  };
  const answer = await openApi().post<object | undefined>(`/Instances/${encodeURIComponent(id)}/variables`, body);
  return isJson ? printJson(answer ?? {}) : print('Edited.');
}
