import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { checkFile } from '../../bpmn/check-file.ts';
import { processEnvironment } from '../../platform/config/environment.ts';
import { visibleText } from '../../platform/redact.ts';
import { sleep } from '../../platform/retry.ts';
import { VerbRefusal, WrongArguments } from '../arguments.ts';
import { type ApiClient, ApiRefusal } from '../connection/api-client.ts';
import { print } from '../output/terminal.ts';
import type { DevCall } from '../program-declarations.ts';
import { type FoundFile, findFiles, MODEL, WrongFiles } from './find-files.ts';
import { lineOf } from './validate.ts';

/** Plugin host in a separate process. */
interface DevPluginHost {
  /** Stops the plugin host gracefully, then starts another one. */
  renew(): Promise<void>;
}

const ENDINGS = [
  ['SIGTERM', 15],
  ['SIGHUP', 1],
] as const;

/** Does not start it. It ends with this process. */
function openPluginHost(paths: readonly string[]): DevPluginHost {
  let child: ChildProcess | undefined;
  process.once('exit', () => child?.kill('SIGTERM'));
  // without a listener, a signal ends the process without the event `exit`
  for (const [signal, number] of ENDINGS) process.once(signal, () => process.exit(128 + number));
  return {
    async renew() {
      if (child !== undefined && child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      const own = process.argv[1] ?? '';
      child = spawn(process.execPath, [...process.execArgv, own, 'plugin-host', '--', ...paths], { stdio: 'inherit' });
      // it prints its reason; the next change starts another one
      child.on('error', (error) => process.stderr.write(`${error.message}\n`));
    },
  };
}

/** Folders that are not watched, because they can be large. */
const SKIPPED = /^(?:\..*|node_modules)$/;

/** Watched files of a folder; changes of others are not seen. */
const MOST_FILES = 5000;

/**
 * The returned function returns true once after changes, and only if nothing has changed since the previous call, so that no file is being written.
 * The first call returns true. It reads the file system, because file events are missing on network folders and in containers.
 */
function changesOf(paths: readonly string[]): () => Promise<boolean> {
  let reported: string | undefined;
  let before: string | undefined;
  return async () => {
    const now = (await Promise.all(paths.map((path) => marksOf(path, [])))).flat().join('\n');
    const isAtRest = reported === undefined || now === before;
    before = now;
    if (!isAtRest || now === reported) return false;
    reported = now;
    return true;
  };
}

async function marksOf(path: string, marks: string[]): Promise<readonly string[]> {
  if (marks.length > MOST_FILES) return marks;
  try {
    const found = await stat(path);
    if (!found.isDirectory()) marks.push(`${path} ${found.mtimeMs} ${found.size}`);
    else {
      marks.push(path);
      const names = (await readdir(path)).filter((name) => !SKIPPED.test(name)).sort();
      for (const name of names) await marksOf(join(path, name), marks);
    }
  } catch {
    // a removed file is a change
  }
  return marks;
}

const POLL_MS = 300;

/** Deploys changed files of a folder until it is stopped. */
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
    await sleep(POLL_MS);
  }
}

/** @param seen last deployed or rejected content by model name, with the additional files */
async function deployChanged(client: ApiClient, folder: string, seen: Map<string, string>): Promise<void> {
  try {
    const files = await findFiles([folder]);
    const others = files.filter(({ name }) => !MODEL.test(name));
    for (const model of files.filter(({ name }) => MODEL.test(name))) {
      const whole = JSON.stringify([model, ...others]);
      if (seen.get(model.name) === whole) continue;
      // the next change repeats a model without answer
      if (await deployOne(client, model, others)) seen.set(model.name, whole);
    }
  } catch (error) {
    // a file is being written or was removed
    if (!(error instanceof WrongFiles)) throw error;
    print(visibleText(error.message));
  }
}

/** @returns true: deployed or rejected; false: must be tried again */
async function deployOne(client: ApiClient, model: FoundFile, others: readonly FoundFile[]): Promise<boolean> {
  const findings = checkFile(model.content, { level: 'executable', requires: [] });
  for (const finding of findings) print(visibleText(`${model.name}${lineOf(finding)}`));
  if (findings.some(({ severity }) => severity === 'error')) return true;
  try {
    const Resources = others.map(({ name, content }) => ({ Name: name, Content: content }));
    const body = { BpmnXml: model.content, KeepUnchanged: true, ...(Resources.length > 0 && { Resources }) };
    const answer = await client.call('deploy', [], body);
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
