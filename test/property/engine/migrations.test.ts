import { expect } from 'chai';
import type { EngineCommand } from '../../../src/engine/commands.ts';
import type { Decision } from '../../../src/engine/decide.ts';
import type { ProcessModel } from '../../../src/engine/model.ts';
import { isTerminal } from '../../../src/engine/state.ts';
import type { Variables } from '../../../src/engine/values.ts';
import { numbersFrom, possibleCommands } from '../../golden/random-walk.ts';
import * as commands from '../../support/given-when-then.ts';
import { type ContextChange, Driver } from '../../support/given-when-then-driver.ts';
import { modelOf, scriptOf } from '../../support/golden/replay.ts';
import { renamedModel } from '../../support/models/renamed-model.ts';
import { caseOfRun, RUNS } from './golden-sample.ts';

/** Walks through the models of golden cases; see caseOfRun. */
const SEED = Number(process.env['PROPERTY_SEED'] ?? 1);
const STEPS = 20;
const SUFFIX = '_2';

interface Sent {
  readonly command: EngineCommand;
  readonly decision: Decision;
}

/** A walk and everything that was sent; a suspension now and then. */
function walk(model: ProcessModel, variables: Variables, random: () => number, context: ContextChange): readonly Sent[] {
  const driver = new Driver(model, { context, checked: false });
  const sent: Sent[] = [];
  const send = (command: EngineCommand) => sent.push({ command, decision: driver.send(command) });
  send(commands.start(variables));
  for (let step = 0; step < STEPS && !isTerminal(driver.state); step++) {
    const possible = possibleCommands(driver.state);
    const command = possible[Math.floor(random() * possible.length)];
    if (command === undefined) break;
    send(command);
  }
  return sent;
}

/** Without the version, which differs. */
function told(decision: Decision, rename: (text: string) => string = (text) => text): unknown {
  return JSON.parse(rename(JSON.stringify(decision)), (name, value) => (name === 'definitionId' ? undefined : value));
}

/** Values name elements of an ad-hoc body by their ids, which stay. */
function namesElements({ elements }: ProcessModel): boolean {
  return [...elements.values()].some(
    (element) => element.type === 'adHocSubProcess' && (element.lead !== undefined || element.activeElements !== undefined),
  );
}

describe('a migration at a random step', () => {
  for (const onFailure of ['fail', 'incident'] as const) {
    it(`changes nothing when the other version is the same, and failures mean ${onFailure}`, function () {
      this.timeout(600_000);
      for (let run = 0; run < RUNS / 2; run++) {
        const name = caseOfRun(run, RUNS / 2);
        const random = numbersFrom(SEED + run * 7);
        const model = modelOf(name);
        const sent = walk(model, scriptOf(name).commands[0]?.start ?? {}, random, { onFailure });
        const at = 1 + Math.floor(random() * sent.length);
        const driver = new Driver(model, { context: { onFailure } });
        for (const [index, { command, decision }] of sent.entries()) {
          if (index === at && !isTerminal(driver.state)) {
            const migrated = driver.migrate({ ...model });
            expect(told(migrated), `${name}, migrated at ${at}`).to.deep.equal({
              ok: true,
              events: [{ type: 'InstanceMigrated', from: { version: 1 }, version: 2 }],
            });
          }
          expect(told(driver.send(command)), `${name}, migrated at ${at}, ${JSON.stringify(command)}`).to.deep.equal(
            told(decision),
          );
        }
      }
    });
  }

  it('changes nothing but the ids when all elements and flows have other ids in the other version', function () {
    this.timeout(600_000);
    for (let run = 0; run < RUNS; run++) {
      const name = caseOfRun(run, RUNS);
      const random = numbersFrom(SEED + run * 5);
      const model = modelOf(name);
      if (namesElements(model) || model.elements.has(model.key)) continue;
      const { model: other, pairs } = renamedModel(model, SUFFIX);
      const onFailure = run % 2 === 0 ? 'fail' : 'incident';
      const sent = walk(model, scriptOf(name).commands[0]?.start ?? {}, random, { onFailure });
      const at = 1 + Math.floor(random() * sent.length);
      const driver = new Driver(model, { context: { onFailure } });
      let isMigrated = false;
      for (const [index, { command, decision }] of sent.entries()) {
        if (index === at && !isTerminal(driver.state)) {
          const migrated = driver.migrate(other, { pairs });
          const refused = migrated.ok ? '' : JSON.stringify(migrated.rejection);
          if (refused.includes('a listener is being called')) break;
          expect(refused, `${name}, migrated at ${at}`).to.equal('');
          isMigrated = true;
        }
        const given =
          isMigrated && command.type === 'CompleteActivity' ? { ...command, activityId: command.activityId + SUFFIX } : command;
        const was = isMigrated ? (text: string) => text.replaceAll(SUFFIX, '') : undefined;
        expect(told(driver.send(given), was), `${name}, migrated at ${at}, ${JSON.stringify(command)}`).to.deep.equal(
          told(decision),
        );
      }
    }
  });
});
