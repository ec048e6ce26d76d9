import { expect } from 'chai';
import type { InstanceState } from '../../../../src/engine/state.ts';
import { readAllVariables } from '../../../../src/engine/values/variable-scopes.ts';
import { cancelUserTask, complete, failUserTask, given, start } from '../../../support/given-when-then.ts';

const FORK = `
  s: start
  fork: and
  a, b: task
  join: and
  after: script seen = x
  f1: s -> fork
  f2: fork -> a
  f3: fork -> b
  f4: a -> join
  f5: b -> join
  f6: join -> after`;

/** What the oldest entry of an element can read. */
function readableAt(state: InstanceState, element: string): object {
  for (const ordinal of state.byElement.get(element) ?? [])
    return { ...readAllVariables(state.variables, state.entries.get(ordinal)?.variableScope ?? 0) };
  return {};
}

describe('variable scopes', () => {
  it('read an unknown name as null', () => {
    given('a: script x = unknown; y = unknown == null')
      .when(start())
      .then('=started +a -a =completed')
      .andVariables({ x: null, y: true });
  });

  it('are forked per path, in flow order, under the scope of the forking entry', () => {
    const { events } = given(FORK).when(start());
    const opened = events.filter((event) => event.type === 'VariableScopeOpened');
    expect(opened.map(({ kind, parent }) => ({ kind, parent }))).to.deep.equal([
      { kind: 'branch', parent: 1 },
      { kind: 'branch', parent: 1 },
    ]);
  });

  it('are not forked when a fork takes one flow only', () => {
    const { events } = given('s: start\nor: or\na: task\nf1: s -> or\nf2: or -> a').when(start());
    expect(events.some((event) => event.type === 'VariableScopeOpened')).to.equal(false);
  });

  it('hide what a sibling wrote until it joins, and merge in the order they were created', () => {
    given(FORK, start({ x: 0 }))
      .when(complete('b', { x: 'b', onlyB: 1 }))
      .then('-b >f5 +join')
      .andVariables({ x: 0 })
      .when(complete('a', { x: 'a', onlyA: 1 }))
      .then('-a >f4 @join -join >f6 +after -after =completed')
      .andVariables({ onlyA: 1, onlyB: 1, seen: 'b', x: 'b' });
  });

  it('merge only what each path wrote itself', () => {
    given(FORK, start({ x: 0 }), complete('a', { x: 'new' }))
      .when(complete('b'))
      .then()
      .andVariables({ seen: 'new', x: 'new' });
  });

  it('show the later writes of the parent and never those of a sibling that is still active', () => {
    const model = `
      s: start
      fork: and
      a, b, c: task
      f1: s -> fork
      f2: fork -> a
      f3: fork -> b
      f4: b -> c`;
    const { state } = given(model, start({ x: 0 }))
      .when(complete('b', { x: 'b' }))
      .then('-b >f4 +c');
    expect(readableAt(state, 'a')).to.deep.equal({ x: 0 });
    expect(readableAt(state, 'c')).to.deep.equal({ x: 'b' });
  });

  it('become visible in the parent when their token ends, and the sibling keeps its own value', () => {
    const model = 's: start\nfork: and\na, b, c: task\nf1: s -> fork\nf2: fork -> a\nf3: fork -> b\nf4: b -> c';
    const ended = given(model, start({ x: 0 }), complete('b', { x: 'b' }))
      .when(complete('a', { x: 'a', y: 'a' }))
      .andVariables({ x: 'a', y: 'a' });
    expect(readableAt(ended.state, 'c')).to.deep.equal({ x: 'b', y: 'a' });
    ended.when(complete('c')).then('-c =completed').andVariables({ x: 'b', y: 'a' });
  });

  it('end with a cancelled token, whose writes stay', () => {
    const model =
      's: start\nfork: and\nset: script x = 1\nask: user\nb: task\nf1: s -> fork\nf2: fork -> set\nf3: fork -> b\nf4: set -> ask';
    given(model, start())
      .when(cancelUserTask('ask'))
      .then('~ask')
      .andVariables({ x: 1 })
      .when(complete('b'))
      .then('-b =completed');
  });

  it('collapse to one when nested forks have joined', () => {
    const model = `
      s: start
      f: and
      g: and
      a, b, c: task
      inner, outer: and
      last: task
      f1: s -> f
      f2: f -> g
      f3: f -> c
      f4: g -> a
      f5: g -> b
      f6: a -> inner
      f7: b -> inner
      f8: inner -> outer
      f9: c -> outer
      f10: outer -> last`;
    const inner = given(model, start(), complete('b', { x: 'b' })).when(complete('a', { x: 'a', y: 'a' }));
    expect(inner.state.variables.size, 'root and the two outer branches').to.equal(3);
    const outer = inner
      .when(complete('c', { y: 'c' }))
      .then('-c >f9 @outer -outer >f10 +last')
      .andVariables({ x: 'b', y: 'c' });
    expect(outer.state.variables.size).to.equal(1);
  });

  it('merge in creation order when inner and outer paths meet in one join', () => {
    const model = `
      s: start
      f, g: and
      a, b, c, last: task
      join: and
      f1: s -> f
      f2: f -> g
      f3: f -> c
      f4: g -> a
      f5: g -> b
      f6: a -> join
      f7: b -> join
      f8: c -> join
      f9: join -> last`;
    // creation order: path of g, path of c, path of a, path of b
    const { state } = given(model, start(), complete('c', { x: 'c', y: 'c', z: 'c' }), complete('b', { x: 'b' }))
      .when(complete('a', { x: 'a', y: 'a' }))
      .then('-a >f6 @join -join >f9 +last')
      .andVariables({ x: 'b', y: 'a', z: 'c' });
    expect(state.variables.size).to.equal(1);
  });

  it('hand over what a path wrote before it forked again when only one of its paths joins', () => {
    const model = `
      s: start
      f, g: and
      pre: script p = 1
      a, b, c, last: task
      join: and
      f1: s -> f
      f2: f -> pre
      f3: f -> c
      f4: pre -> g
      f5: g -> a
      f6: g -> b
      f7: a -> join
      f8: c -> join
      f9: join -> last`;
    const joined = given(model, start(), complete('a', { x: 'a' }))
      .when(complete('c', { x: 'c' }))
      .then('-c >f8 @join -join >f9 +last')
      .andVariables({ p: 1, x: 'a' });
    expect(readableAt(joined.state, 'b')).to.deep.equal({ p: 1, x: 'a' });
    joined
      .when(complete('b', { y: 1 }))
      .andVariables({ p: 1, x: 'a', y: 1 })
      .when(complete('last'))
      .then('-last =completed');
  });

  it('stay below their ancestor when two of three branches have joined', () => {
    const model = `
      s: start
      fork: and
      a, b, c, d: task
      one, two: and
      f1: s -> fork
      f2: fork -> a
      f3: fork -> b
      f4: fork -> c
      f5: a -> one
      f6: b -> one
      f7: one -> d
      f8: d -> two
      f9: c -> two`;
    const one = given(model, start(), complete('b', { x: 'b' }))
      .when(complete('a', { x: 'a' }))
      .then('-a >f5 @one -one >f7 +d');
    one.andVariables({ x: 'b' });
    expect(readableAt(one.state, 'c'), 'the joined path goes on in the common ancestor').to.deep.equal({ x: 'b' });
    one
      .when(complete('c', { x: 'c' }))
      .then('-c >f9 +two')
      .when(complete('d', { x: 'd' }))
      .then('-d >f8 @two -two =completed')
      .andVariables({ x: 'c' });
  });

  it('are all closed when tokens with one scope meet in a join', () => {
    // both outer joins end in the scope above their branches, so two tokens share one scope
    const model = `
      s: start
      fork: and
      a, b, c, d, e: task
      one, two, last: and
      f1: s -> fork
      f2: fork -> a
      f3: fork -> b
      f4: fork -> c
      f5: fork -> d
      g1: a -> one
      g2: b -> one
      g3: c -> two
      g4: d -> two
      g5: one -> last
      g6: two -> last
      g7: last -> e`;
    given(model, start(), complete('a', { x: 1 }), complete('c', { x: 3 }), complete('b', { x: 2 }))
      .when(complete('d', { x: 4 }))
      .then('-d >g4 @two -two >g6 @last -last >g7 +e')
      .andVariables({ x: 4 });
  });

  it('keep the scope of a token that is left over when the consumed one ends in it', () => {
    // inside one branch, three joins of two paths each leave three tokens in the branch scope itself; two of them queue on one flow of the last join
    const model = `
      s: start
      outer: and
      other: task
      fork: and
      a1, a2, b1, b2, c1, c2: task
      ja, jb, jc, last: and
      m: xor
      f1: s -> outer
      f2: outer -> other
      f3: outer -> fork
      k1: fork -> a1
      k2: fork -> a2
      k3: fork -> b1
      k4: fork -> b2
      k5: fork -> c1
      k6: fork -> c2
      g1: a1 -> ja
      g2: a2 -> ja
      g3: b1 -> jb
      g4: b2 -> jb
      g5: c1 -> jc
      g6: c2 -> jc
      h1: ja -> m
      h2: jb -> m
      h3: m -> last
      h4: jc -> last`;
    given(model, start(), complete('a1'), complete('a2', { x: 1 }), complete('b1'), complete('b2', { y: 2 }), complete('c1'))
      .when(complete('c2', { z: 3 }))
      .then('-c2 >g6 @jc -jc >h4 @last -last +last')
      .andActive('other', 'last');
  });

  it('merge from the inside out when an error passes two sub-processes', () => {
    const model = `
      outer: sub {
        o: script x = "outer"; y = "outer"
        inner: sub {
          i: script x = "inner"
          ask: user
          i1: i -> ask
        }
        o1: o -> inner
      }
      c: boundary on outer
      t: script seen = x
      f: c -> t`;
    given(model, start({ x: 'root' }))
      .when(failUserTask('ask', 'E'))
      .then('!ask E +c ~inner ~outer -c >f +t -t =completed')
      .andVariables({ seen: 'inner', x: 'inner', y: 'outer' });
  });

  it('stay as they are when the instance fails', () => {
    const { state } = given(FORK.replace('a, b: task', 'a: task\nb: user'), start({ x: 0 }))
      .when(failUserTask('b', 'E'))
      .then('!b E ~a =failed E');
    expect(state.variables.size).to.equal(3);
  });

  it('hold names of object prototypes like any other', () => {
    const names = JSON.parse('{"__proto__":1,"constructor":2,"toString":3}') as Record<string, number>;
    const { state } = given('a: task\nb: task\nf: a -> b', start()).when(complete('a', names)).then('-a >f +b');
    expect(Object.entries(state.variables.get(1)?.values ?? {})).to.deep.equal([
      ['__proto__', 1],
      ['constructor', 2],
      ['toString', 3],
    ]);
  });

  it('write to the scope that holds the name when setVariable asks for it, else to the root', () => {
    const model = `
      s: start
      fork: and
      set: script mine = 1
      put: script execution.setVariable("mine", 2); execution.setVariable("new", 3)
      w, b: task
      f1: s -> fork
      f2: fork -> set
      f3: fork -> b
      f4: set -> put
      f5: put -> w`;
    const { state } = given(model).when(start()).andVariables({ new: 3 });
    expect(readableAt(state, 'w')).to.deep.equal({ mine: 2, new: 3 });
    expect(readableAt(state, 'b')).to.deep.equal({ new: 3 });
  });

  it('take what a condition or an assignment sets through execution', () => {
    const model = `
      s: start
      gw: xor
      ask: user assignee=\${execution.setVariable("who","ann")}
      f1: s -> gw
      f2: gw -> ask [\${execution.setVariable("seen", 1) == null}]`;
    given(model).when(start()).then('=started +s -s >f1 +gw ?f2 true -gw >f2 +ask').andVariables({ seen: 1, who: 'ann' });
  });

  it('take what any other text of an element sets, but for the conditions of events', () => {
    const set = (name: string, value: string) => `\${execution.setVariable('${name}',1) == null ? ${value} : null}`;
    given(`
      s: start
      ask: service expression \${execution.setVariable('done', who)}
      loop: script x = 1
      body: task
      hear: catch signal ${set('heard', "'go'")}
      stop: end escalation ${set('code', "'E'")}
      f1: s -> ask
      f2: ask -> loop
      f3: loop -> body
      f4: body -> hear
      f5: hear -> stop
      @loop multi times ${set('count', '2')} until ${set('enough', 'false')}
      @body input y = ${set('mapped', '5')}`)
      .when(start({ who: 'ann' }))
      .when(complete('body'))
      .andVariables({ who: 'ann', done: 'ann', count: 1, enough: 1, x: 1, mapped: 1, heard: 1 })
      .when((state) => ({ type: 'Deliver', subscription: [...state.subscriptions.keys()][0] ?? 0, variables: {} }))
      .then('-hear >f5 +stop -stop ^escalation E =completed')
      .andVariables({ who: 'ann', done: 'ann', count: 1, enough: 1, x: 1, mapped: 1, heard: 1, code: 1 });
    given(`s: start\nw: task\nb: boundary on w beside when ${set('asked', 'true')}\nf1: s -> w`)
      .when(start())
      .andVariables({});
  });
});
