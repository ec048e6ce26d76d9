import { given, start } from '../../../support/given-when-then.ts';

describe('start event', () => {
  it('passes through when the instance starts', () => {
    given('s: start\ne: end\nf1: s -> e')
      .when(start({ a: 1 }, 'order 7'))
      .then('=started +s -s >f1 +e -e =completed', { type: 'InstanceStarted', businessId: 'order 7', startElement: 's' })
      .andVariables({ a: 1 });
  });

  it('takes conditional flows like every other node when it has some', () => {
    const model = `
      s: start
      a, b: task
      f1: s -> a [n > 1]
      f2*: s -> b`;
    given(model)
      .when(start({ n: 2 }))
      .then('=started +s ?f1 true -s >f1 +a');
    given(model)
      .when(start({ n: 1 }))
      .then('=started +s ?f1 false -s >f2 +b');
  });

  it('fails the instance when no flow can be chosen', () => {
    given('s: start\na: task\nf1: s -> a [false]').when(start()).then('=started +s ?f1 false !s 500 =failed 500', {
      type: 'InstanceFailed',
      element: 's',
      message: 'no condition is true, and there is no default flow. Add a default flow or a condition for this case.',
    });
  });

  it('is not needed when another node has no incoming flow', () => {
    given('a: task\ne: end\nf1: a -> e').when(start()).then('=started +a').andActive('a');
  });
});
