import { expect } from 'chai';
import { Driver } from '../../../support/given-when-then-driver.ts';
import { modelOf, scriptOf } from '../../../support/golden/replay.ts';
import { commandsOf } from '../../../support/golden/script.ts';

/** The job that the first command of a case creates. */
function jobOf(name: string) {
  const driver = new Driver(modelOf(name));
  const [first] = scriptOf(name).commands;
  if (first === undefined) throw new Error(`${name} has no commands`);
  const [decision] = commandsOf(first, driver, []).map((command) => driver.send(command));
  if (decision?.ok !== true) throw new Error(`${name} does not start`);
  return decision.events.find((event) => event.type === 'JobCreated');
}

describe('a job', () => {
  const rows: readonly (readonly [when: string, name: string, taskType: string, inputs: object])[] = [
    ['its model is of Camunda 8 and maps nothing', 'zeebe-job-without-mappings', 'charge', { amount: 5 }],
    ['its model is of Camunda 8 and maps inputs', 'zeebe-job-with-inputs', 'charge', { amount: 5, sum: 5, note: null }],
    ['it is an external task of Camunda 7', 'external-task-without-mappings', 'charge', { amount: 5 }],
    ['it is a class with a field', 'java-class-is-a-task-type', 'org.example.Charge', { amount: 5, sum: 10 }],
    ['it is a call of a bean', 'bean-call-is-a-task-type', 'bank.charge', { amount: 5 }],
    ['its model is of this service', 'waits-for-its-job', 'mail', { m: 2 }],
  ];
  for (const [when, name, taskType, inputs] of rows) {
    it(`gets its inputs when ${when}`, () => {
      expect(jobOf(`service-task/${name}`)).to.deep.include({ taskType, inputs });
    });
  }
});
