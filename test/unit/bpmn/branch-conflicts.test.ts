import { expect } from 'chai';
import { branchConflicts } from '../../../src/bpmn/data/branch-conflicts.ts';
import { parseDefinitions } from '../../../src/bpmn/parse-definitions.ts';
import type { ProcessModel } from '../../../src/engine/model.ts';
import { countedWork } from '../../support/counted-work.ts';
import { flow, model, script, task } from '../../support/models/models.ts';
import { itFull } from '../../support/tier.ts';

function modelOf(content: string): ProcessModel {
  const parsed = parseDefinitions(model('p', content));
  if (!parsed.ok) throw new Error(parsed.findings[0]?.text);
  return parsed.processes[0]!.model;
}
const textsOf = (content: string, mode: 'isolated' | 'shared' = 'isolated') =>
  branchConflicts(modelOf(content), mode).map(({ text }) => text);

const waits = (id: string, condition: string) =>
  `<intermediateCatchEvent id="${id}"><conditionalEventDefinition><condition>${condition}</condition></conditionalEventDefinition></intermediateCatchEvent>`;
/** start → fork, whose paths lead through `left` and `right` into the join, and on to `after`. */
const forked = (left: string, right: string, after = task('after'), kind = 'parallelGateway') => {
  const idOf = (text: string) => /id="([^"]+)"/.exec(text)?.[1] ?? '';
  return [
    `<startEvent id="start"/><${kind} id="fork"/>${left}${right}<${kind} id="join"/>${after}`,
    flow('f1', 'start', 'fork'),
    flow('f2', 'fork', idOf(left)),
    flow('f3', 'fork', idOf(right)),
    flow('f4', idOf(left), 'join'),
    flow('f5', idOf(right), 'join'),
    flow('f6', 'join', idOf(after)),
  ].join('');
};

describe('a path that reads what a parallel one writes (docs/contributing/spec/validation.md#branch-variables-warning)', () => {
  it('is warned that paths are isolated', () => {
    expect(textsOf(forked(waits('wait', 'done == true'), script('work', 'done = true')))).to.deep.equal([
      "parallelGateway 'fork': 'wait' reads done, which 'work' on a parallel path writes, and sees it once the paths have joined: they do not share their variables; branchVariables=\"shared\" on the process changes that",
    ]);
  });

  it('is warned that paths share', () => {
    expect(textsOf(forked(waits('wait', 'done == true'), script('work', 'done = true')), 'shared')).to.deep.equal([
      "parallelGateway 'fork': 'wait' reads done, which 'work' on a parallel path writes, and sees it immediately: paths share their variables; branchVariables=\"isolated\" on the process changes that",
    ]);
  });

  it('is found inside a sub-process', () => {
    const body = `<subProcess id="body"><startEvent id="s"/>${script('work', 'done = 1')}${flow('g1', 's', 'work')}</subProcess>`;
    expect(textsOf(forked(body, waits('wait', 'done == 1')))).to.have.length(1);
  });

  it('is found behind a boundary event that does not interrupt', () => {
    const content = [
      `<startEvent id="start"/>${task('host')}${script('later', 'seen = 1')}`,
      '<boundaryEvent id="b" attachedToRef="host" cancelActivity="false"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>',
      `${waits('wait', 'seen == 1')}${flow('f1', 'start', 'host')}${flow('f2', 'host', 'wait')}${flow('f3', 'b', 'later')}`,
    ].join('');
    expect(textsOf(content)).to.have.length(1);
  });

  const silent: readonly [string, string][] = [
    ['what both write is read behind the join', forked(script('a', 'x = 1'), script('b', 'x = 2'), script('after', 'y = x'))],
    ['the path itself reads it', forked(script('a', 'x = 1; y = x'), script('b', 'z = 1'))],
    ['the fork is a choice', forked(waits('w', 'done == true'), script('a', 'done = true'), task('after'), 'exclusiveGateway')],
    [
      'the name is a mapped input',
      forked(
        script('a', 'x = 1'),
        `<serviceTask id="b" camunda:type="external" camunda:topic="t"><extensionElements><camunda:inputOutput><camunda:inputParameter name="x">1</camunda:inputParameter><camunda:inputParameter name="y">\${x}</camunda:inputParameter></camunda:inputOutput></extensionElements></serviceTask>`,
      ),
    ],
  ];
  for (const [what, content] of silent) it(`is silent when ${what}`, () => expect(textsOf(content)).to.deep.equal([]));

  /** bpmn-time.test.ts measures how long larger models take. */
  function workOf(content: string): number {
    const process = modelOf(content);
    expect(branchConflicts(process, 'isolated')).to.deep.equal([]);
    return countedWork(() => branchConflicts(process, 'isolated'));
  }

  const inRow = (count: number) => {
    const names = Array.from({ length: count }, (_, n) => n);
    const diamond = (n: number) => [
      `<parallelGateway id="g${n}"/><parallelGateway id="j${n}"/>${script(`a${n}`, `x${n} = 1`)}${script(`b${n}`, `y = x${n}`)}`,
      flow(`l${n}`, `g${n}`, `a${n}`) +
        flow(`r${n}`, `g${n}`, `b${n}`) +
        flow(`m${n}`, `a${n}`, `j${n}`) +
        flow(`o${n}`, `b${n}`, `j${n}`),
      n + 1 < count ? flow(`z${n}`, `j${n}`, `g${n + 1}`) : '',
    ];
    return `<startEvent id="start"/>${flow('f', 'start', 'g0')}${names.flatMap(diamond).join('')}`;
  };

  it('is found at each fork when a model has many', () => {
    expect(textsOf(inRow(150))).to.have.length(150);
  });

  it('is found when the paths lead back to the fork', () => {
    const loop = `<exclusiveGateway id="again"/>${flow('g', 'j0', 'again')}${flow('h', 'again', 'g0')}`;
    expect(textsOf(inRow(1) + loop)).to.have.length(1);
  });

  it('is silent when the reader is behind a join of some of the paths', () => {
    const content = inRow(1).replace(
      '<startEvent id="start"/>',
      `<startEvent id="start"/>${task('c')}${flow('k', 'g0', 'c')}${flow('q', 'a0', 'b0')}`,
    );
    expect(textsOf(content)).to.deep.equal([]);
  });

  itFull('is looked for in linear time when forks follow each other', () => {
    const twice = (size: number) => {
      const ids = Array.from({ length: size }, (_, n) => `t${n}`);
      const pairs = ids.slice(1).flatMap((id, n) => [flow(`a${n}`, ids[n] ?? '', id), flow(`b${n}`, ids[n] ?? '', id)]);
      return `<startEvent id="start"/>${ids.map(task).join('')}${flow('f', 'start', 't0')}${pairs.join('')}`;
    };
    expect(workOf(twice(400)) / workOf(twice(200))).to.be.below(2.5);
  });

  itFull('is looked for in linear time where many paths lead to one element with many flows', () => {
    const hub = (size: number) => {
      const ids = Array.from({ length: size }, (_, n) => `t${n}`);
      const paths = ids.map(
        (id) => task(id) + flow(`a-${id}`, 'fork', id) + flow(`b-${id}`, id, 'hub') + flow(`c-${id}`, 'hub', 'end'),
      );
      const gateways = '<parallelGateway id="fork"/><parallelGateway id="hub"/>';
      return `<startEvent id="start"/>${gateways}${task('end')}${flow('f', 'start', 'fork')}${paths.join('')}`;
    };
    expect(workOf(hub(600)) / workOf(hub(300))).to.be.below(2.5);
  });

  itFull('is looked for in linear time in bodies that lie one in the other', () => {
    const script = (id: string) =>
      `<scriptTask id="${id}" scriptFormat="groovy"><script>x = ${'a + '.repeat(100)}1</script></scriptTask>`;
    const body = (depth: number): string => {
      if (depth === 0) return '';
      const scripts = Array.from({ length: 10 }, (_, n) => script(`x${depth}-${n}`)).join('');
      const next = depth > 1 ? flow(`f${depth}`, `b${depth}`, `s${depth - 1}`) : '';
      return `<subProcess id="s${depth}"><startEvent id="b${depth}"/>${scripts}${body(depth - 1)}${next}${flow(`g${depth}`, `b${depth}`, `x${depth}-0`)}</subProcess>`;
    };
    const nested = (depth: number) => `<startEvent id="start"/>${body(depth)}${flow('f', 'start', `s${depth}`)}`;
    expect(workOf(nested(60)) / workOf(nested(15))).to.be.below(5);
  });
});
