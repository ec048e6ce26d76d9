// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are expressions of BPMN models
import { expect } from 'chai';
import type { EngineEvent } from '../../../src/engine/events.ts';
import type { Variables } from '../../../src/engine/values.ts';
import { start } from '../../support/given-when-then.ts';
import { Driver } from '../../support/given-when-then-driver.ts';
import { rootVariablesOf } from '../../support/trace.ts';
import { ext, processesOf, withStart } from './samples.ts';

function started(task: string, variables: Variables): Driver {
  const [process] = processesOf(withStart(task, '<bpmn:sequenceFlow id="f" sourceRef="s" targetRef="t"/>'));
  if (process === undefined) throw new Error('no process');
  const driver = new Driver(process.model);
  driver.send(start(variables));
  return driver;
}

function eventOf<T extends EngineEvent['type']>({ history }: Driver, type: T): EngineEvent & { type: T } {
  const found = history.find((event): event is EngineEvent & { type: T } => event.type === type);
  if (found === undefined) throw new Error(`no ${type}`);
  return found;
}

const io = (inner: string) => `<camunda:inputOutput>${inner}</camunda:inputOutput>`;

describe('a map of a camunda parameter', () => {
  const entries =
    '<camunda:entry key="${name}">one</camunda:entry><camunda:entry key="no-${n}">${n}</camunda:entry><camunda:entry key="k">two</camunda:entry>';
  const task = `<bpmn:task id="t">${ext(io(`<camunda:inputParameter name="map"><camunda:map>${entries}</camunda:map></camunda:inputParameter>`))}</bpmn:task>`;

  it('has computed keys when they are expressions', () => {
    const { locals } = eventOf(started(task, { name: 'a', n: 7 }), 'VariableScopeOpened');
    expect(locals).to.deep.equal({ map: { a: 'one', 'no-7': 7, k: 'two' } });
  });

  it('fails the activity when a key is computed to no text', () => {
    for (const name of [null, [1]]) {
      const { code, message } = eventOf(started(task, { name }), 'ElementFailed');
      expect([code, message]).to.deep.equal(['400', "mapping of 't' to 'map': key '${name}' of a map is not a text"]);
    }
  });
});

describe('what camunda passes locally to and from a call activity', () => {
  const call = (inner: string, loop = '') =>
    `<bpmn:callActivity id="t" calledElement="child">${ext(inner)}${loop}</bpmn:callActivity>`;
  const given = io('<camunda:inputParameter name="own">${1 + 1}</camunda:inputParameter>');
  const passed = (inner: string, loop?: string) =>
    eventOf(started(call(inner, loop), { around: 5, list: ['x', 'y'] }), 'ChildStartRequested').variables;

  it('is what the call was given when all is passed in', () => {
    expect(passed(`${given}<camunda:in variables="all" local="true"/>`)).to.deep.equal({ own: 2 });
    expect(passed(`${given}<camunda:in variables="all"/>`)).to.deep.equal({ own: 2, around: 5, list: ['x', 'y'] });
  });

  it('is read by names and expressions that see nothing else when they are marked', () => {
    const ins = '<camunda:in source="own" target="a" local="true"/><camunda:in source="around" target="b" local="true"/>';
    const computed = `<camunda:in sourceExpression="\${execution.hasVariable('around') ? around : own}" target="c" local="true"/>`;
    expect(passed(`${given}${ins}${computed}`)).to.deep.equal({ a: 2, c: 2 });
    expect(passed('<camunda:in source="around" target="b"/>')).to.deep.equal({ b: 5 });
  });

  it('is the names of the iteration when the call is in a loop', () => {
    const loop = '<bpmn:multiInstanceLoopCharacteristics camunda:collection="${list}" camunda:elementVariable="item"/>';
    expect(passed('<camunda:in variables="all" local="true"/>', loop)).to.deep.equal({ item: 'x', loopCounter: 0 });
  });

  it('is seen by output parameters and not stored when it comes out', () => {
    const doubled = io('<camunda:outputParameter name="doubled">${secret * 2}</camunda:outputParameter>');
    const cases: readonly (readonly [string, Variables])[] = [
      ['<camunda:out source="r" target="secret" local="true"/><camunda:out source="r" target="kept"/>', { kept: 4, doubled: 8 }],
      ['<camunda:out variables="all" local="true"/>', { doubled: 12 }],
    ];
    for (const [outs, expected] of cases) {
      const driver = started(call(`${doubled}${outs}`), {});
      const { entry } = eventOf(driver, 'ChildStartRequested');
      driver.send({ type: 'ChildCompleted', entry, variables: { r: 4, secret: 6 } });
      expect([driver.state.status, rootVariablesOf(driver.state)]).to.deep.equal(['completed', expected]);
    }
  });
});
