// tier nightly: measures how long large and hostile files take to read

import { expect } from 'chai';
import { reportOn } from '../../../src/bpmn/check-file.ts';
import { branchConflicts } from '../../../src/bpmn/data/branch-conflicts.ts';
import { importWarnings } from '../../../src/bpmn/import-warnings.ts';
import { parseDefinitions } from '../../../src/bpmn/parse-definitions.ts';
import { flow, model, task } from '../../support/models/models.ts';
import { processorMs } from '../../support/processor-time.ts';
import { inProcess, withStart } from './samples.ts';

const lines = (count: number, line: (i: number) => string): string => Array.from({ length: count }, (_, i) => line(i)).join('\n');

describe('the time to parse', () => {
  /** Four times the size costs four times the time when the cost is linear, and 16 times when it is quadratic. */
  const GROWTH = 4;
  const MAX_RATIO = 9;
  /** What is too short to be compared. Unit: ms. */
  const NOISE_MS = 150;
  const staysLinear = (when: string, size: number, text: (size: number) => string): void => {
    it(`stays linear when ${when}`, () => {
      cpuMs(text(size / GROWTH)); // so that both are measured with compiled code
      const small = cpuMs(text(size / GROWTH));
      expect(cpuMs(text(size))).to.be.below(small * MAX_RATIO + NOISE_MS);
    });
  };
  const cpuMs = (xml: string): number =>
    processorMs(() => {
      reportOn(xml, { level: 'executable' });
      parseDefinitions(xml);
    });

  staysLinear('a process has 5,000 tasks in a row', 5_000, (size) =>
    withStart(
      '<bpmn:sequenceFlow id="first" sourceRef="s" targetRef="t0"/>',
      lines(
        size,
        (i) => `<bpmn:userTask id="t${i}"/><bpmn:sequenceFlow id="f${i}" sourceRef="t${i}" targetRef="t${(i + 1) % size}"/>`,
      ),
    ),
  );
  staysLinear('one gateway has 20,000 flows', 20_000, (size) =>
    withStart(
      `<bpmn:exclusiveGateway id="g" default="f${size - 1}"/><bpmn:task id="t"/>`,
      lines(size, (i) => `<bpmn:sequenceFlow id="f${i}" sourceRef="g" targetRef="t"/>`),
    ),
  );
  staysLinear('20,000 flows without id find their names taken', 20_000, (size) =>
    withStart(
      lines(size, (i) => `<bpmn:task id="flow_${i + 1}"/>`),
      lines(size, () => '<bpmn:sequenceFlow sourceRef="s" targetRef="flow_1"/>'),
    ),
  );
  staysLinear('20,000 boundary events sit on one task', 20_000, (size) =>
    withStart(
      '<bpmn:task id="t"/>',
      lines(size, (i) => `<bpmn:boundaryEvent id="b${i}" attachedToRef="t"><bpmn:errorEventDefinition/></bpmn:boundaryEvent>`),
    ),
  );
  staysLinear('every one of 20,000 elements is wrong', 20_000, (size) => withStart(lines(size, () => '<bpmn:task/>')));
  staysLinear('a list of candidates is as long as it may be', 32_000, (size) =>
    withStart(`<bpmn:userTask id="t" camunda:candidateUsers="${'a,'.repeat(size)}"/>`),
  );
  staysLinear('a performer has an unclosed bracket in a huge text', 50_000, (size) =>
    withStart(
      `<bpmn:userTask id="t"><bpmn:potentialOwner><bpmn:resourceAssignmentExpression>${'user('.repeat(size)}</bpmn:resourceAssignmentExpression></bpmn:potentialOwner></bpmn:userTask>`,
    ),
  );
});

describe('the time to read what is long', () => {
  it('is short when a timer of jBPM has many blanks or digits', () => {
    for (const text of [`1d${' '.repeat(30_000)}x`, '9'.repeat(30_000), `1d${' 1h'.repeat(10_000)}`]) {
      const timer = `<timerEventDefinition><timeDuration>${text}</timeDuration></timerEventDefinition>`;
      const body = `<userTask id="x"/><boundaryEvent id="b" attachedToRef="x">${timer}</boundaryEvent>`;
      const file = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="http://www.jboss.org/drools"><process id="p"><startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="x"/>${body}</process></definitions>`;
      expect(processorMs(() => parseDefinitions(file))).to.be.below(500);
    }
  });

  it('is shorter for the warnings of the import than for the model when it has 5,000 nodes', () => {
    const flowOf = (n: number) => `<bpmn:sequenceFlow id="f${n}" sourceRef="t${n}" targetRef="t${(n + 1) % 5_000}" />`;
    const file = inProcess(lines(5_000, (n) => `<bpmn:task id="t${n}" />${flowOf(n)}`));
    expect(processorMs(() => importWarnings(file, 60_000))).to.be.below(2000);
  });
});

describe('the time to look for variables of parallel branches', () => {
  const conflictsMs = (content: string) => {
    const parsed = parseDefinitions(model('p', content));
    if (!parsed.ok) throw new Error(parsed.findings[0]?.text);
    const process = parsed.processes[0]!.model;
    return processorMs(() => branchConflicts(process, 'isolated'));
  };
  const start = '<startEvent id="start"/>';

  it('has a bound when two flows lead from each element to the next', () => {
    const next = (n: number) => flow(`a${n}`, `t${n}`, `t${n + 1}`) + flow(`b${n}`, `t${n}`, `t${n + 1}`);
    const tasks = lines(1500, (n) => task(`t${n}`));
    expect(conflictsMs(`${start}${tasks}${flow('f', 'start', 't0')}${lines(1499, next)}`)).to.be.below(2000);
  });

  it('has a bound when many paths lead to one element with many flows', () => {
    const path = (n: number) =>
      task(`t${n}`) + flow(`a${n}`, 'fork', `t${n}`) + flow(`b${n}`, `t${n}`, 'hub') + flow(`c${n}`, 'hub', 'end');
    const gateways = '<parallelGateway id="fork"/><parallelGateway id="hub"/>';
    const content = `${start}${gateways}${task('end')}${flow('f', 'start', 'fork')}${lines(3000, path)}`;
    expect(conflictsMs(content)).to.be.below(2000);
  });

  it('has a bound in bodies that lie one in the other', () => {
    const script = (id: string) =>
      `<scriptTask id="${id}" scriptFormat="groovy"><script>x = ${'a + '.repeat(500)}1</script></scriptTask>`;
    const body = (depth: number): string => {
      if (depth === 0) return '';
      const next = depth > 1 ? flow(`f${depth}`, `b${depth}`, `s${depth - 1}`) : '';
      const scripts = lines(40, (n) => script(`x${depth}-${n}`));
      return `<subProcess id="s${depth}"><startEvent id="b${depth}"/>${scripts}${body(depth - 1)}${next}${flow(`g${depth}`, `b${depth}`, `x${depth}-0`)}</subProcess>`;
    };
    expect(conflictsMs(`${start}${body(60)}${flow('f', 'start', 's60')}`)).to.be.below(2000);
  });
});
