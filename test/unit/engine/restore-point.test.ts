import { expect } from 'chai';
import type { EngineEvent } from '../../../src/engine/events.ts';
import { changedInputs, RestorePoint } from '../../../src/engine/state/restore-point.ts';
import type { Variables } from '../../../src/engine/values.ts';

describe('the inputs of a called instance that continues (docs/contributing/spec/forks.md#inputs-of-called-instances)', () => {
  /** One that was started with some variables, and has written others. */
  function pointOf(given: Variables, written: Variables): RestorePoint {
    const started = { instanceId: 'i', definitionId: 'd', key: 'k', version: 1, businessId: null, startElement: 'start' };
    const events: EngineEvent[] = [
      { type: 'InstanceStarted', ...started, variables: given, rootVariables: 1, rootScope: 2 },
      { type: 'VariablesWritten', variableScope: 1, values: written },
    ];
    const point = new RestorePoint({ instanceId: 'i', seq: 1 });
    point.add({ seq: 1, at: 0, events });
    return point;
  }
  const changed = (inputs: Variables, overwrites?: readonly string[]) => ({
    ...changedInputs(pointOf({ a: 1, b: { c: [2] }, own: 3 }, { own: 4, result: 5 }), inputs, overwrites),
  });

  it('are taken when they differ from those given before', () => {
    expect(changed({ a: 1, b: { c: [2] }, added: 6 })).to.deep.equal({ added: 6 });
    expect(changed({ a: 2, b: { c: [3] } })).to.deep.equal({ a: 2, b: { c: [3] } });
  });

  it('are not taken when it has changed the variable itself', () => {
    expect(changed({ own: 7, result: 8 })).to.deep.equal({});
  });

  it('are taken even so when the request names them', () => {
    expect(changed({ a: 1, own: 7, result: 8 }, ['own', 'a'])).to.deep.equal({ own: 7 });
    expect(changed({ own: 3 }, ['own']), 'the value given before').to.deep.equal({ own: 3 });
  });
});
