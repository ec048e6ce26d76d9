import { stat } from 'node:fs/promises';
import { checkFile } from '../../bpmn/check-file.ts';
import { processEnvironment } from '../../platform/config.ts';
import { visibleText } from '../../platform/log-text.ts';
import { sleep } from '../../platform/retry.ts';
import { type ApiClient, ApiRefusal } from '../api-client.ts';
import { type FoundFile, findFiles, MODEL, WrongFiles } from '../deploy/find-files.ts';
import { print } from '../output/print.ts';
import { lineOf } from '../validate/validate.ts';
import { VerbRefusal, WrongArguments } from '../wrong-arguments.ts';
import type { DevCall } from './declaration.ts';
import { openPluginHost } from './plugin-host.ts';
import { changesOf } from './watch.ts';

const LOOK_MS = 300;

interface Deployed {
  readonly ProcessDefinitionKey: string;
  readonly Version: number;
  readonly Unchanged?: true;
  readonly AdditionalDefinitions?: readonly Deployed[];
  readonly Warnings?: readonly string[];
}

/** `sluice dev`: deploys what changes in a folder, until it is ended. */
export async function runDev({ operands: [folder = '.'], options: { plugins = [] }, openApi }: DevCall): Promise<never> {
  const found = await stat(folder).catch((error: Error) => {
    throw new VerbRefusal(`${folder}: ${error.message}`, 2);
  });
  if (!found.isDirectory()) throw new WrongArguments(`${folder} is not a folder`);
  if (plugins.length > 0 && (processEnvironment()['DATABASE_URL'] ?? '') === '')
    throw new WrongArguments('--plugins needs DATABASE_URL: a plugin host works on the database');
  const client = openApi();
  const host = openPluginHost(plugins);
  const [models, code] = [changesOf([folder]), changesOf(plugins)];
  const seen = new Map<string, string>();
  for (let isFirst = true; ; isFirst = false) {
    if (await models()) await deployChanged(client, folder, seen);
    if (isFirst) print(`Watching ${visibleText(folder)}. Stop: Ctrl-C`);
    if (plugins.length > 0 && (await code())) await host.renew();
    await sleep(LOOK_MS);
  }
}

/** @param seen name of a model → its deployed or refused content, with the additional files */
async function deployChanged(client: ApiClient, folder: string, seen: Map<string, string>): Promise<void> {
  try {
    const files = await findFiles([folder]);
    const others = files.filter(({ name }) => !MODEL.test(name));
    for (const model of files.filter(({ name }) => MODEL.test(name))) {
      const whole = JSON.stringify([model, ...others]);
      if (seen.get(model.name) === whole) continue;
      // a model without an answer is tried again with the next change
      if (await deployOne(client, model, others)) seen.set(model.name, whole);
    }
  } catch (error) {
    // a file that is being written, or is gone again
    if (!(error instanceof WrongFiles)) throw error;
    print(visibleText(error.message));
  }
}

/** @returns whether it is settled */
async function deployOne(client: ApiClient, model: FoundFile, others: readonly FoundFile[]): Promise<boolean> {
  const findings = checkFile(model.content, { level: 'executable', requires: [] });
  for (const finding of findings) print(visibleText(`${model.name}${lineOf(finding)}`));
  if (findings.some(({ severity }) => severity === 'error')) return true;
  try {
    const Resources = others.map(({ name, content }) => ({ Name: name, Content: content }));
    const body = { BpmnXml: model.content, KeepUnchanged: true, ...(Resources.length > 0 && { Resources }) };
    const answer = await client.post<Deployed>('/Definitions/deploy', body);
    const mark = answer.Unchanged === true ? ', unchanged' : '';
    for (const { ProcessDefinitionKey: key, Version } of [answer, ...(answer.AdditionalDefinitions ?? [])])
      print(visibleText(`${model.name}: ${key} version ${Version}${mark}`));
    return true;
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    for (const line of error.message.split('\n')) print(visibleText(`${model.name}: ${line}`));
    return error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 429;
  }
}
