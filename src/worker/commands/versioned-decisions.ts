import { createHash } from 'node:crypto';
import type { ListedDecision } from '../../bpmn/decisions/listed-decisions.ts';
import type { ModelReader } from '../../bpmn/reader/model-reader.ts';
import { READING, type ScriptResources } from '../../bpmn/reading.ts';
import { kindOf } from '../../bpmn/script-resources.ts';
import { callText } from '../../engine/decisions/bound-decision.ts';
import type { DecisionCall } from '../../engine/model.ts';
import type { CommandOf, DeployResource } from '../../messages/commands.ts';
import { isWithin } from '../../platform/access-roles.ts';
import { cutText } from '../../platform/cut-text.ts';
import { nameBasedId } from '../../platform/ids.ts';
import { holdsUnstorableText } from '../../requests/request-texts.ts';
import { hashOfModelText } from '../../store/definitions.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';

/** Length of the id and of the version tag, in characters: they are index keys. */
const MAX_KEY = 255;

/** Decisions in additional files of a process deploy. None if a file is invalid. */
export async function versionableDecisionsIn(reader: ModelReader, files: ScriptResources): Promise<readonly ListedDecision[]> {
  if (!Object.keys(files).some((name) => kindOf(name) === 'decision')) return [];
  const read = await reader.readDecisions(files);
  return read.ok ? read.decisions.filter(isVersionable) : [];
}

function isVersionable({ key, name, versionTag = '' }: ListedDecision): boolean {
  return key.length <= MAX_KEY && versionTag.length <= MAX_KEY && ![key, name, versionTag].some(holdsUnstorableText);
}

/** Error of the first decision that cannot get a separate version. */
export function storageErrorOf(decisions: readonly ListedDecision[]): string | undefined {
  const found = decisions.find((decision) => !isVersionable(decision));
  return (
    found && `decision '${cutText(found.key, 80)}': its id and version tag may have ${MAX_KEY} characters that can be stored`
  );
}

/**
 * Reuses the latest version of a decision if that is the same (`isUnchanged`).
 * @param fileId of the file set of this deploy
 * @returns in the order of `decisions`
 */
export function addDecisions(
  unit: UnitOfWork,
  decisions: readonly ListedDecision[],
  files: readonly DeployResource[],
  fileId: string,
): readonly (ListedDecision & { readonly version: number; readonly isUnchanged: boolean })[] {
  const rows = files.map(({ name, content }) => ({ fileId, name, text: content, textHash: hashOfModelText(content) }));
  const hashes = new Map(rows.map(({ name, textHash }) => [name, textHash]));
  return decisions.map((decision) => {
    const { key, name, versionTag = null, file } = decision;
    const parts = decision.files.map((one) => hashes.get(one) ?? '').sort();
    const fingerprint = createHash('sha256')
      .update([hashes.get(file), ...parts].join(' '))
      .digest('hex');
    const stored = { key, name, versionTag, fileId, fileName: file, fingerprint, reading: READING };
    const added = unit.decisions.add(stored, rows);
    return { ...decision, ...added };
  });
}

/** The called version is deployed separately. False if `call` is undefined or the version was not found. */
export function isFound({ context: { decisions } }: UnitOfWork, call: DecisionCall | undefined): boolean {
  const found = call === undefined ? undefined : decisions?.get(callText(call));
  return found !== undefined && found !== 'missing';
}

/** Decisions that get a version: those within the roles of the sender. The process can also use the others. */
export function deployableWith(
  { limits }: CommandOf<'DeployDefinition'>,
  decisions: readonly ListedDecision[],
): readonly ListedDecision[] {
  return decisions.filter(({ key }) => isWithin(limits, key));
}

/** Logs each new version. */
export function addDecisionsOfProcess(
  unit: UnitOfWork,
  command: CommandOf<'DeployDefinition'>,
  decisions: readonly ListedDecision[],
): void {
  const files = (command.scripts ?? []).filter(({ name }) => kindOf(name) === 'decision');
  const fileId = nameBasedId(command.id, `decisions ${unit.context.now}`);
  for (const { key: DecisionKey, version: Version, isUnchanged } of addDecisions(
    unit,
    deployableWith(command, decisions),
    files,
    fileId,
  ))
    if (!isUnchanged) unit.log(command, 'decision-deployed', { DecisionKey, Version });
}
