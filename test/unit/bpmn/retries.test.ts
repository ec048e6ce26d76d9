// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are expressions of BPMN models
import { expect } from 'chai';
import { decide } from '../../../src/engine/decide.ts';
import type { JobRetry } from '../../../src/engine/events/records.ts';
import type { JobCreated } from '../../../src/engine/events.ts';
import { initialState } from '../../../src/engine/state.ts';
import { readRetryText } from '../../../src/engine/values/retry-text.ts';
import type { Variables } from '../../../src/engine/values.ts';
import { createEvaluator } from '../../../src/expressions/evaluator.ts';
import { timerReader } from '../../../src/expressions/timers.ts';
import { ext, processesOf, warningsOf, withStart } from './samples.ts';

const zeebe = (retries: string) => ext(`<zeebe:taskDefinition type="mail" retries="${retries}"/>`);
const cycle = (text: string) => ext(`<camunda:failedJobRetryTimeCycle>${text}</camunda:failedJobRetryTimeCycle>`);
const task = (inner: string, attributes = '') =>
  withStart(
    `<bpmn:serviceTask id="t" ${attributes}>${inner}</bpmn:serviceTask>`,
    '<bpmn:sequenceFlow id="f" sourceRef="s" targetRef="t"/>',
  );
const DAY = 86_400_000;
const external = 'camunda:type="external" camunda:topic="mail"';

describe('the text of retries', () => {
  const rows: readonly [form: 'count' | 'cycle', text: string, read: object | undefined][] = [
    ['count', ' 3 ', { attempts: 3, delays: [] }],
    ['count', '0', { attempts: 1, delays: [] }],
    ['count', 'three', undefined],
    ['count', '-1', undefined],
    ['cycle', 'R5/PT1M', { attempts: 5, delays: ['PT1M'] }],
    ['cycle', 'R0/PT1M', { attempts: 1, delays: ['PT1M'] }],
    ['cycle', 'PT1S, PT10S,PT1M', { attempts: 4, delays: ['PT1S', 'PT10S', 'PT1M'] }],
    ['cycle', 'R/PT1M', undefined],
    ['cycle', '5', undefined],
    ['cycle', '', undefined],
  ];
  for (const [form, text, read] of rows) {
    it(`is read as ${JSON.stringify(read) ?? 'nothing'} when it is the ${form} '${text}'`, () => {
      expect(readRetryText(form, text)).to.deep.equal(read);
    });
  }
});

describe('the retries of a job', () => {
  const evaluator = createEvaluator({ timeoutMs: 60_000, memoryMb: 64, maxOutputBytes: 1_048_576 });
  after(() => evaluator.close());

  /** The event of the job, or the failure of its task. */
  function run(xml: string, variables: Variables = {}): JobRetry | string | undefined {
    const [process] = processesOf(xml);
    if (process === undefined) throw new Error('no process');
    const limits = {
      maxSteps: 1000,
      maxCausationDepth: 100,
      maxCausationSize: 10_000,
      maxCalledInstances: 20_000,
      maxIterations: 10,
      maxCallDepth: 4,
      maxWriteSize: 1 << 20,
      maxVariablesSize: 1 << 20,
    };
    const context = {
      now: 0,
      evaluator,
      timers: timerReader,
      limits,
      plainTasks: 'wait' as const,
      branchVariables: 'auto' as const,
      guid: (_: string, name: string) => name,
    };
    const decision = decide(
      process.model,
      initialState(),
      { type: 'StartInstance', instanceId: 'i', definitionId: 'd', version: 1, businessId: null, variables },
      context,
    );
    if (!decision.ok) throw new Error('refused');
    const failed = decision.events.find((event) => event.type === 'ElementFailed');
    if (failed !== undefined) return failed.message;
    return decision.events.find((event): event is JobCreated => event.type === 'JobCreated')?.retry;
  }

  const rows: readonly [when: string, xml: string, variables: Variables, expected: JobRetry | undefined][] = [
    ['the model says nothing', task('', external), {}, undefined],
    ['zeebe gives a number', task(zeebe('4')), {}, { attempts: 4, delaysMs: [] }],
    ['zeebe computes a number', task(zeebe('=n + 1')), { n: 1 }, { attempts: 2, delaysMs: [] }],
    ['camunda gives a cycle', task(cycle('R3/PT10S'), external), {}, { attempts: 3, delaysMs: [10_000] }],
    ['camunda gives a list', task(cycle('PT1S,PT1M'), external), {}, { attempts: 3, delaysMs: [1000, 60_000] }],
    // January, February and March of 1970
    [
      'a cycle has months',
      task(cycle('R4/P1M'), external),
      {},
      { attempts: 4, delaysMs: [31, 28, 31].map((days) => days * DAY) },
    ],
    ['a list has months', task(cycle('P1D,P1M'), external), {}, { attempts: 3, delaysMs: [DAY, 31 * DAY] }],
    ['camunda computes it', task(cycle('${c}'), external), { c: 'R2/PT5S' }, { attempts: 2, delaysMs: [5000] }],
  ];
  for (const [when, xml, variables, expected] of rows) {
    it(`are reported with the job when ${when}`, () => expect(run(xml, variables)).to.deep.equal(expected));
  }

  it('fail the task when what they are computed to cannot be read', () => {
    expect(run(task(cycle('${c}'), external), { c: 'often' })).to.match(/retries '\$\{c\}' cannot be read/);
  });

  it('do not matter when the task type is computed to something that cannot be looked up', () => {
    const computed = task(ext('<zeebe:taskDefinition type="=kind"/>'));
    for (const kind of ['x'.repeat(257), 'a\u0000b'])
      expect(run(computed, { kind })).to.match(
        /gives a name that is longer than 256 characters or contains a character that cannot be stored/,
      );
    expect(run(computed, { kind: 'x'.repeat(256) })).to.equal(undefined);
  });

  it('are dropped with a warning when their text cannot be read', () => {
    for (const xml of [task(zeebe('many')), task(cycle('R3/soon'), external)]) {
      expect(
        warningsOf(xml)
          .map(({ text }) => text)
          .join(),
      ).to.match(/cannot be read and is ignored/);
      expect(run(xml)).to.equal(undefined);
    }
  });
});
