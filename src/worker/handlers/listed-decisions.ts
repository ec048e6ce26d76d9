import { createHash } from 'node:crypto';
import type { ListedDecision } from '../../bpmn/decisions/listed-decisions.ts';
import type { ModelReader } from '../../bpmn/reader/model-reader.ts';
import { READING } from '../../bpmn/reading.ts';
import { kindOf, type ScriptResources } from '../../bpmn/script-resources.ts';
import { callText } from '../../engine/decisions/bound-decision.ts';
import type { DecisionCall } from '../../engine/model.ts';
import type { CommandOf, DeployResource } from '../../messages/commands.ts';
import { nameBasedId } from '../../platform/ids.ts';
import { isWithin } from '../../platform/key-patterns.ts';
import { holdsUnstorableText } from '../../requests/unstorable-text.ts';
import { hashOfModelText } from '../../store/definitions.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';

/** Longest id of a decision that has versions of its own, in characters: it is the key of an index. */
const MAX_KEY = 255;

/** The decisions among files that are deployed beside processes, as far as they can be in the list. */
export async function listableIn(reader: ModelReader, files: ScriptResources): Promise<readonly ListedDecision[]> {
  if (!Object.keys(files).some((name) => kindOf(name) === 'decision')) return [];
  const read = await reader.readDecisions(files);
  return read.ok ? read.decisions.filter(isListable) : [];
}

/** Whether a decision can be in the list. */
function isListable({ key, name, versionTag = '' }: ListedDecision): boolean {
  return key.length <= MAX_KEY && versionTag.length <= MAX_KEY && ![key, name, versionTag].some(holdsUnstorableText);
}

/** Why a deploy of decisions alone is refused, where one cannot be in the list. */
export function unlistable(decisions: readonly ListedDecision[]): string | undefined {
  const found = decisions.find((decision) => !isListable(decision));
  return (
    found && `decision '${found.key.slice(0, 80)}': its id and version tag may have ${MAX_KEY} characters that can be stored`
  );
}

/** Gives decisions their versions. `fileId`: of the deploy. @returns them in the same order */
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
    const added = unit.versions.decisions.add(stored, rows);
    return { ...decision, ...added };
  });
}

/** Whether the version of a decision that is asked for is deployed elsewhere. */
export function isFound({ context: { decisions } }: UnitOfWork, call: DecisionCall | undefined): boolean {
  const found = call === undefined ? undefined : decisions?.get(callText(call));
  return found !== undefined && found !== 'missing';
}

/** The decisions that get a version with a deploy of processes: none that the sender's roles are not for, though the process has it. */
export function listedWith(
  { limits }: CommandOf<'DeployDefinition'>,
  decisions: readonly ListedDecision[],
): readonly ListedDecision[] {
  return decisions.filter(({ key }) => isWithin(limits, key));
}

/** Gives decisions that are deployed with processes their versions. */
export function listDecisions(
  unit: UnitOfWork,
  command: CommandOf<'DeployDefinition'>,
  decisions: readonly ListedDecision[],
): void {
  const files = (command.scripts ?? []).filter(({ name }) => kindOf(name) === 'decision');
  const fileId = nameBasedId(command.id, `decisions ${unit.context.now}`);
  for (const { key: DecisionKey, version: Version, isUnchanged } of addDecisions(
    unit,
    listedWith(command, decisions),
    files,
    fileId,
  ))
    if (!isUnchanged) unit.log(command, 'decision-deployed', { DecisionKey, Version });
}
