// tier all: random graphs, each run twice; test/property/engine/migrations.test.ts shows migration

import { expect } from 'chai';
import fc from 'fast-check';
import type { EngineCommand } from '../../../src/engine/commands.ts';
import type { Decision } from '../../../src/engine/decide.ts';
import { isTerminal } from '../../../src/engine/state.ts';
import { start } from '../../support/given-when-then.ts';
import { Driver } from '../../support/given-when-then-driver.ts';
import { processOf } from '../../support/process-builder.ts';
import { randomRuns } from '../../support/tier.ts';
import { NODES, UNDOING_NODES } from './graph-nodes.ts';
import { type Graph, graphsOf } from './graphs.ts';
import { commandsOf } from './pokes.ts';

/** `PROPERTY_RUNS` asks for more and `PROPERTY_SEED` for others, as the nightly run does. */
const numRuns = randomRuns(40);
const seed = Number(process.env['PROPERTY_SEED'] ?? 1);
const limits = { maxSteps: 200, maxWriteSize: 1 << 20, maxVariablesSize: 1 << 20 };
const FLOW = /^(\s*)(\w+)(\*?): (\w+) -> (\w+)(.*)$/;

/**
 * The same process with a further task on each flow that no token has taken yet: it differs only behind the tokens. Flows out of an event-based
 * gateway lead to what is raced for, and stay.
 */
function longer(notation: string, taken: ReadonlySet<string>, races: ReadonlySet<string>): string {
  const lines = notation.split('\n').flatMap((line) => {
    const [, indent, flow, mark, from, to, condition] = FLOW.exec(line) ?? [];
    if (flow === undefined || from === undefined || taken.has(flow) || races.has(from)) return [line];
    return [
      `${indent}${flow}${mark}: ${from} -> ${flow}_more${condition}`,
      `${indent}${flow}_more: pass`,
      `${indent}${flow}_on: ${flow}_more -> ${to}`,
    ];
  });
  return lines.join('\n');
}

/** Without the version, which differs. */
function told(decision: Decision): unknown {
  return JSON.parse(JSON.stringify(decision), (name, value) =>
    name === 'definitionId' || name === 'version' ? undefined : value,
  );
}

/** @returns whether there was anything left to be done in the other version */
function migrateAndFinish({ notation, commands }: Graph): boolean {
  const context = { limits };
  const migrated = new Driver(processOf(notation), { context });
  const at = Math.floor(commands.length / 3);
  const sent: EngineCommand[] = [start({ v0: 0, v1: 1, v2: 2, v3: 3 })];
  migrated.send(sent[0] as EngineCommand);
  const poke = (step: number) =>
    isTerminal(migrated.state) ? [] : commandsOf(migrated, commands[step] as Graph['commands'][number]);
  for (let step = 0; step < at; step += 1) {
    for (const command of poke(step)) {
      sent.push(command);
      migrated.send(command);
    }
  }
  if (isTerminal(migrated.state)) return false;
  const taken = new Set(migrated.history.flatMap((event) => (event.type === 'FlowTaken' ? [event.flow] : [])));
  const races = new Set(
    [...migrated.model.elements.values()].flatMap(({ id, type }) => (type === 'eventBasedGateway' ? [id] : [])),
  );
  const other = processOf(longer(notation, taken, races));
  const begun = new Driver(other, { context });
  for (const command of sent) begun.send(command);
  const isLikewise = JSON.stringify(begun.history.length) === JSON.stringify(migrated.history.length);
  if (!isLikewise) return false; // the run was cut by its number of steps
  const { ok } = migrated.migrate(other);
  expect(ok, 'the migration').to.equal(true);
  for (let step = at; step < commands.length; step += 1) {
    for (const command of poke(step))
      expect(told(migrated.send(command)), JSON.stringify(command)).to.deep.equal(told(begun.send(command)));
  }
  return true;
}

describe('a migration to a version that differs only behind the tokens', () => {
  for (const [what, kinds] of [
    ['of any shape', NODES],
    ['in which much is compensated', UNDOING_NODES],
  ] as const) {
    // slow: random graphs, each run twice
    it(`finishes as if it had begun there when the process is a random graph ${what}`, function () {
      this.timeout(0);
      let finished = 0;
      fc.assert(
        fc.property(graphsOf(kinds), (graph) => {
          if (migrateAndFinish(graph)) finished += 1;
        }),
        {
          numRuns,
          seed,
          reporter: (details) => {
            if (!details.failed) return;
            const [graph] = details.counterexample ?? [];
            throw new Error(
              `${details.errorInstance}\n${graph?.notation}\n${JSON.stringify(graph?.commands)}\nRepeat with PROPERTY_SEED=${details.seed}.`,
            );
          },
        },
      );
      expect(finished, 'graphs with something left to be done').to.be.above(numRuns / 5);
    });
  }
});
