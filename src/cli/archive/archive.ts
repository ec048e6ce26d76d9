import { join } from 'node:path';
import { ConfigError } from '../../platform/config.ts';
import { visibleText } from '../../platform/log-text.ts';
import { filesWith } from '../../worker/retention/business-ids.ts';
import { print, printJson } from '../output/print.ts';
import { tableText } from '../output/table.ts';
import { VerbRefusal, WrongArguments } from '../wrong-arguments.ts';
import type { ArchiveCall } from './declaration.ts';
import { checkFolder, eraseFromFiles } from './erase.ts';
import { type ArchivedHead, type ArchivedWhole, NoArchive, readArchive } from './read-archive.ts';

/** `sluice archive`: reads files of deleted instances (docs/contributing/spec/retention.md#archive-format). Throws VerbRefusal for what cannot be read. */
export async function runArchive(call: ArchiveCall): Promise<true> {
  try {
    return await runAction(call);
  } catch (error) {
    const isKnown = error instanceof NoArchive || error instanceof ConfigError;
    if (isKnown || (error as NodeJS.ErrnoException).code !== undefined) throw new VerbRefusal((error as Error).message);
    throw error;
  }
}

function runAction({ action, operands: [place = '', instanceId], options, isJson }: ArchiveCall): Promise<true> {
  if (action === 'show') return instanceId === undefined ? list(place, isJson) : show(place, instanceId, isJson);
  const businessId = options['business-id'];
  if (businessId === undefined) throw new WrongArguments(`${action} takes a folder and --business-id`);
  return action === 'find' ? find(place, businessId, isJson) : erase(place, businessId, options, isJson);
}

async function list(file: string, isJson: boolean): Promise<true> {
  const { instances, isTorn } = await readArchive(file, () => false);
  const heads = instances.map(({ head }) => head);
  if (isJson) return printJson({ instances: heads.map(withoutState), isTorn });
  print(heads.length === 0 ? 'No instances.' : listOf(heads));
  return isTorn ? print('The file ends in the middle of a block: none of its instances was deleted.') : true;
}

async function show(file: string, id: string, isJson: boolean): Promise<true> {
  const wanted = id.toLowerCase();
  const { instances } = await readArchive(file, ({ instanceId }) => instanceId === wanted);
  const found = instances.find(({ head }) => head.instanceId === wanted);
  if (found === undefined) throw new VerbRefusal(`${file} has no instance ${id}`);
  return isJson ? printJson({ ...found.head, journal: found.steps }) : print(textOf(found));
}

async function find(folder: string, businessId: string, isJson: boolean): Promise<true> {
  await checkFolder(folder);
  const files = (await filesWith(folder, businessId)).map((file) => join(folder, file));
  return isJson ? printJson(files) : print(files.length === 0 ? 'No files.' : files.map(visibleText).join('\n'));
}

async function erase(folder: string, businessId: string, options: ArchiveCall['options'], isJson: boolean): Promise<true> {
  const erased = await eraseFromFiles({ folder, businessId, areWorkersStopped: options['workers-stopped'] === true });
  if (isJson) return printJson(erased);
  return print(erased.map(({ file, count }) => `${visibleText(file)}: ${count} taken out`).join('\n') || 'No files.');
}

function listOf(heads: readonly ArchivedHead[]): string {
  const rows = heads.map(({ instanceId, processKey, version, businessId, state, endedAt, journalRows }) => [
    instanceId,
    `${processKey} ${version}`,
    String(state.status ?? '-'),
    businessId ?? '-',
    endedAt,
    String(journalRows),
  ]);
  return tableText(['INSTANCE', 'PROCESS', 'STATUS', 'BUSINESS ID', 'ENDED', 'STEPS'], rows);
}

function textOf({ head, steps }: ArchivedWhole): string {
  const rows = steps.map(({ sequence, at, actor, events }) => [
    String(sequence),
    at,
    actor ?? '-',
    events.map((event) => eventText(event)).join(', '),
  ]);
  return `${listOf([head])}\n\n${tableText(['STEP', 'AT', 'BY', 'WHAT'], rows)}`;
}

function eventText({ type, element }: { readonly type: string; readonly element?: unknown }): string {
  return typeof element === 'string' ? `${type} ${element}` : type;
}

function withoutState({ state, ...head }: ArchivedHead) {
  return { ...head, status: state.status ?? null };
}
