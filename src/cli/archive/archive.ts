import { join } from 'node:path';
import { ConfigError } from '../../platform/config.ts';
import { visibleText } from '../../platform/log-text.ts';
import { filesWith } from '../../worker/retention/business-ids.ts';
import { print, printJson } from '../print.ts';
import { tableText } from '../table.ts';
import { WrongArguments } from '../wrong-arguments.ts';
import { ARCHIVE_USAGE, type ArchiveRequest, readArchiveArguments } from './arguments.ts';
import { checkFolder, eraseFromFiles } from './erase.ts';
import { type ArchivedHead, type ArchivedWhole, NoArchive, readArchive } from './read-archive.ts';

/** `sluice archive`: reads files of deleted instances (docs/spec/retention.md#archive-format). Sets the exit code: 1 when it cannot be done, 2 on wrong arguments. */
export async function runArchive(args: readonly string[]): Promise<void> {
  try {
    const isDone = await carryOut(readArchiveArguments(args));
    if (!isDone) process.exitCode = 1;
  } catch (error) {
    if (error instanceof WrongArguments) {
      process.stderr.write(`${error.message}\n\n${ARCHIVE_USAGE}`);
      process.exitCode = 2;
    } else if (
      error instanceof NoArchive ||
      error instanceof ConfigError ||
      (error as NodeJS.ErrnoException).code !== undefined
    ) {
      process.stderr.write(`${visibleText((error as Error).message)}\n`);
      process.exitCode = 1;
    } else throw error;
  }
}

async function carryOut(request: ArchiveRequest): Promise<boolean> {
  const { isJson } = request;
  switch (request.kind) {
    case 'list': {
      const { instances, isTorn } = await readArchive(request.file, () => false);
      const heads = instances.map(({ head }) => head);
      if (isJson) return printJson({ instances: heads.map(withoutState), isTorn });
      print(heads.length === 0 ? 'No instances.' : listOf(heads));
      return isTorn ? print('The file ends in the middle of a block: what stood there was not deleted.') : true;
    }
    case 'show': {
      const wanted = request.instanceId.toLowerCase();
      const { instances } = await readArchive(request.file, ({ instanceId }) => instanceId === wanted);
      const found = instances.find(({ head }) => head.instanceId === wanted);
      if (found === undefined) {
        process.stderr.write(`${request.file} has no instance ${visibleText(request.instanceId)}\n`);
        return false;
      }
      return isJson ? printJson({ ...found.head, journal: found.steps }) : print(textOf(found));
    }
    case 'find': {
      await checkFolder(request.folder);
      const files = (await filesWith(request.folder, request.businessId)).map((file) => join(request.folder, file));
      return isJson ? printJson(files) : print(files.length === 0 ? 'No files.' : files.map(visibleText).join('\n'));
    }
    case 'erase': {
      const erased = await eraseFromFiles(request);
      if (isJson) return printJson(erased);
      return print(erased.map(({ file, count }) => `${visibleText(file)}: ${count} taken out`).join('\n') || 'No files.');
    }
  }
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
