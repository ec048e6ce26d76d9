import type { ListedDecision } from '../../bpmn/decisions/listed-decisions.ts';
import { scriptsByName } from '../../bpmn/script-resources.ts';
import type { CommandOf } from '../../messages/commands.ts';
import { FIRST_DECISION_FILE } from '../../messages/decisions.ts';
import { nameBasedId } from '../../platform/ids.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';
import { addDecisions, storageErrorOf } from './versioned-decisions.ts';

type Deploy = CommandOf<'DeployDecisions'>;
type Reading =
  | { readonly ok: true; readonly decisions: readonly ListedDecision[]; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly diagnostic: string };

/** Parsed files by command; kept over retries of its transaction. */
const readings = new WeakMap<Deploy, Reading>();

/** Deploys all decisions as new versions, or none; unchanged ones keep their version (docs/contributing/spec/decisions.md#deploy). */
export const deployDecisions: CommandHandler<'DeployDecisions'> = {
  async prepare(command, { reader }) {
    if (!readings.has(command)) readings.set(command, checked(await reader.readDecisions(scriptsByName(command.files))));
  },
  needs(command) {
    const reading = readingOf(command);
    const keys = reading.ok ? reading.decisions.map(({ key }) => key) : [];
    return { decisionKeys: keys, namedDecisions: keys };
  },
  handle(unit, command) {
    const reading = readingOf(command);
    if (!reading.ok) return rejected({ code: 'INVALID_DMN', diagnostic: withoutFirst(reading.diagnostic) });
    const warnings = reading.warnings.map(withoutFirst);
    if (command.refusesWarnings === true && warnings.length > 0) return rejected({ code: 'DEPLOY_HAS_WARNINGS', warnings });
    // a client may reuse the idempotency key after a day, for other files
    const fileId = nameBasedId(command.id, `decisions ${unit.context.now}`);
    const added = addDecisions(unit, reading.decisions, command.files, fileId);
    for (const { key: DecisionKey, version: Version, isUnchanged } of added)
      unit.log(command, isUnchanged ? 'decision-unchanged' : 'decision-deployed', { DecisionKey, Version });
    const decisions = added.map(({ key, version, file, isUnchanged }) => ({
      key,
      version,
      ...(file !== FIRST_DECISION_FILE && { file }),
      ...(isUnchanged && { isUnchanged: true as const }),
    }));
    return done<'DeployDecisions'>({ decisions, warnings });
  },
};

function checked(reading: Reading): Reading {
  if (!reading.ok) return reading;
  const { decisions } = reading;
  const diagnostic = decisions.length === 0 ? 'no decision that can be made was found' : storageErrorOf(decisions);
  return diagnostic === undefined ? reading : { ok: false, diagnostic };
}

/** Removes the internal name of the first file, which the client does not know. */
function withoutFirst(text: string): string {
  return text.replaceAll(`${FIRST_DECISION_FILE}: `, '').replaceAll(`in ${FIRST_DECISION_FILE}`, 'in the first file');
}

function readingOf(command: Deploy): Reading {
  const reading = readings.get(command);
  if (reading === undefined) throw new Error(`the files of command ${command.id} were not read`);
  return reading;
}
