import { visibleText } from '../../platform/log-text.ts';
import { WrongArguments } from '../arguments.ts';
import type { AnswerOf } from '../connection/api-client.ts';
import { print, printJson } from '../output/terminal.ts';
import type { Call } from '../verb-declaration.ts';

type Deletion = 'deleteVersion' | 'deleteDecision';

/** Deletes versions of a key one by one. A refusal ends it, and the versions before it stay deleted. */
export async function deleteVersions(
  { operands: [key = '', ...versions], isJson, openApi }: Pick<Call<Record<never, never>>, 'operands' | 'isJson' | 'openApi'>,
  operation: Deletion,
): Promise<true> {
  const wrong = versions.find((version) => !/^\d{1,10}$/.test(version));
  if (wrong !== undefined) throw new WrongArguments(`'${wrong}' is not a version`);
  const api = openApi();
  const deleted: AnswerOf<Deletion>[] = [];
  try {
    for (const version of versions) {
      const one = await api.call(operation, [key, version]);
      deleted.push(one);
      if (!isJson) print(textOf(one));
    }
  } finally {
    if (isJson) printJson(deleted);
  }
  return true;
}

function textOf(deleted: AnswerOf<Deletion>): string {
  const { Version: version, LatestVersion: latest } = deleted;
  const key = 'DecisionKey' in deleted ? deleted.DecisionKey : deleted.ProcessDefinitionKey;
  const rest = latest === null ? 'it has no version left' : `its latest version is ${latest}`;
  return `${visibleText(key)}: version ${version} is deleted, ${rest}`;
}
