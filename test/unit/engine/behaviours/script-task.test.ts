import { expect } from 'chai';
import { given, start } from '../../../support/given-when-then.ts';

const MODEL = (script: string, more = '') => `s: start\na: script ${script}\ne: end\nf1: s -> a\nf2: a -> e\n${more}`;

describe('script task', () => {
  it('writes what it assigned, before it completes', () => {
    const { events } = given(MODEL('x = n + 1; y = x'))
      .when(start({ n: 1 }))
      .then('=started +s -s >f1 +a -a >f2 +e -e =completed')
      .andVariables({ n: 1, x: 2, y: 2 });
    const types = events.map((event) => event.type);
    expect(types.indexOf('VariablesWritten')).to.be.lessThan(
      types.indexOf('ElementCompleted', types.indexOf('VariablesWritten')),
    );
    expect(events.find((event) => event.type === 'VariablesWritten')).to.deep.include({ values: { x: 2, y: 2 } });
  });

  it('completes when it is empty', () => {
    given(MODEL('')).when(start()).then('=started +s -s >f1 +a -a >f2 +e -e =completed').andVariables({});
  });

  it('fails with 500 and writes nothing when it cannot continue', () => {
    given(MODEL('x = 1; y = x + null')).when(start()).then('=started +s -s >f1 +a !a 500 =failed 500').andVariables({});
  });

  it('fails with the code of its error when it throws one', () => {
    given(MODEL('x = 1; throw new BpmnError("E1", "no stock")'))
      .when(start())
      .then('=started +s -s >f1 +a !a E1 =failed E1', { type: 'ElementFailed', code: 'E1', message: 'no stock' })
      .andVariables({});
  });

  it('continues along the boundary event when one catches its error', () => {
    given(MODEL('throw new BpmnError("E1", "no stock")', 'c: boundary on a catch E1 code=code message=text\nd: end\nf3: c -> d'))
      .when(start())
      .then('=started +s -s >f1 +a !a E1 +c -c >f3 +d -d =completed')
      .andVariables({ code: 'E1', text: 'no stock' });
  });

  it('writes where the name is when it calls execution.setVariable', () => {
    const model = `
      sub: sub {
        a: script execution.setVariable("outer", 1); execution.setVariable("unknown", 2); outer2 = execution.getVariable("outer")
        w: task
        g1: a -> w
      }`;
    const { events } = given(model)
      .when(start({ outer: 0 }))
      .then('=started +sub +a -a >g1 +w');
    const root = 1;
    const written = events.filter((event) => event.type === 'VariablesWritten');
    expect(written.filter((event) => event.variableScope === root).map((event) => event.values)).to.deep.equal([
      { outer: 1 },
      { unknown: 2 },
    ]);
  });

  it('cuts code and message when they are longer than a failure may hold', () => {
    const long = 'x'.repeat(3000);
    const { events } = given(MODEL('throw new BpmnError(long, long)')).when(start({ long }));
    const failed = events.find((event) => event.type === 'ElementFailed');
    expect(failed?.code.length).to.equal(256);
    expect(failed?.message.length).to.equal(2000);
  });
});
