// tier all: large counts; takes 8 s

import { expect } from 'chai';
import { countedWork } from '../../support/counted-work.ts';
import { complete, start } from '../../support/given-when-then.ts';
import { Driver } from '../../support/given-when-then-driver.ts';
import { processOf } from '../../support/process-builder.ts';

/** The notation of a process of size `n`, and the elements that are completed by commands, in this order. */
type Shape = (n: number) => { readonly text: string; readonly completed?: readonly string[] };

const N = 60;
/** Four times the size is four times the work; a little more where something is sorted. */
const MOST = 5;

const each = (n: number, lines: (i: number) => string) => Array.from({ length: n }, (_, i) => lines(i)).join('\n');
const names = (n: number, name: (i: number) => string) => Array.from({ length: n }, (_, i) => name(i));

const HANDLED = 'work, undo: pass\n@work handler undo';

/** A loop whose iterations are compensated by a handler each. */
const loop =
  (order: '' | 'sequential '): Shape =>
  (n) => ({ text: `s: start\n${HANDLED}\n@work multi ${order}times ${n}\ne: end compensation\nf1: s -> work\nf2: work -> e` });

/** A loop over a body: inside of every iteration is something to compensate. */
const bodies =
  (order: '' | 'sequential '): Shape =>
  (n) => ({
    text: `s: start\nsub: sub {\nb: start\n${HANDLED}\nc: end\ng1: b -> work\ng2: work -> c\n}
      @sub multi ${order}times ${n}\ne: end compensation\nf1: s -> sub\nf2: sub -> e`,
  });

/** Many activities one after the other, each with a handler. */
const row = (n: number, last: string) =>
  `s: start\n${each(n, (i) => `a${i}, u${i}: pass\n@a${i} handler u${i}`)}\ne: ${last}
    f: s -> a0\n${each(n, (i) => `f${i}: a${i} -> ${i + 1 < n ? `a${i + 1}` : 'e'}`)}`;

/** A fork into two paths and their join; `from` and `to` are the elements around it. */
const diamond = (i: number, { fork, join = fork, path }: Kinds, from: string, to: string) =>
  `x${i}: ${fork}\na${i}, b${i}: ${path}\nj${i}: ${join}\ng${i}: ${from} -> x${i}
    l${i}: x${i} -> a${i}\nr${i}: x${i} -> b${i}\nm${i}: a${i} -> j${i}\no${i}: b${i} -> j${i}${to === '' ? '' : `\nt${i}: j${i} -> ${to}`}`;
interface Kinds {
  readonly fork: string;
  readonly join?: string;
  readonly path: string;
}

const inSequence = (n: number, kinds: Kinds) =>
  `s: start\ne: end\n${each(n, (i) => diamond(i, kinds, i === 0 ? 's' : `j${i - 1}`, i + 1 === n ? 'e' : ''))}`;

const sideBySide = (n: number, kinds: Kinds) =>
  `s: start\nall: and\nf: s -> all\n${each(n, (i) => diamond(i, kinds, 'all', ''))}`;

const wide = (n: number, fork: string, join: string, path: string) =>
  `s: start\nx: ${fork}\nj: ${join}\nf: s -> x\n${each(n, (i) => `a${i}: ${path}\nl${i}: x -> a${i}\nr${i}: a${i} -> j`)}`;

/** Number of gateways that have about 10 n flows if each leads to all later ones. */
const gatewaysOf = (n: number) => Math.round(Math.sqrt(20 * n));
const later = (i: number, count: number, condition: string) =>
  names(count - i - 1, (k) => `f${i}x${k}${k === 0 ? '*' : ''}: g${i} -> g${i + k + 1}${k === 0 ? '' : condition}`).join('\n');

/** Inclusive gateways that lead to all later ones. */
const dense = (count: number) =>
  `s: start\ne: end\n${each(count, (i) => `g${i}: or`)}\nf: s -> g0\n${each(count - 1, (i) => later(i, count, ''))}\nz: g${count - 1} -> e`;

/** An inclusive join in a cycle with exclusive gateways, which lead to all later ones and back to it. */
const denseCycle = (count: number) =>
  `s: start\ne: end\nall: and\nw: task\ng0: or\n${each(count - 1, (i) => `g${i + 1}: xor\nb${i}: g${i + 1} -> g0 [again]`)}
    f: s -> all\na: all -> w\nb: all -> g0\nc: w -> g0\n${each(count - 1, (i) => later(i, count, ' [again]'))}\nz*: g${count - 1} -> e`;

const FIRST = 'complex activationCount >= 1';

const SHAPES: Readonly<Record<string, Shape>> = {
  'iterations that ran together are compensated': loop(''),
  'iterations that ran one by one are compensated': loop('sequential '),
  'bodies of iterations that ran together are compensated': bodies(''),
  'bodies of iterations that ran one by one are compensated': bodies('sequential '),
  'many activities of a scope are compensated': (n) => ({ text: row(n, 'end compensation') }),
  'a transaction of many activities is cancelled': (n) => ({
    text: `begin: start\nt: tx {\n${row(n, 'end cancel')}\n}\nh: begin -> t`,
  }),
  'inclusive joins follow each other': (n) => ({ text: inSequence(n, { fork: 'or', path: 'pass' }) }),
  'inclusive joins stand side by side': (n) => ({ text: sideBySide(n, { fork: 'or', path: 'pass' }) }),
  'complex joins follow each other': (n) => ({ text: inSequence(n, { fork: 'and', join: FIRST, path: 'pass' }) }),
  'inclusive joins follow each other, and every path waits': (n) => ({
    text: inSequence(n, { fork: 'or', path: 'task' }),
    completed: names(2 * n, (i) => `${i % 2 === 0 ? 'a' : 'b'}${i >> 1}`),
  }),
  'an inclusive join has many paths': (n) => ({ text: wide(n, 'or', 'or', 'pass') }),
  'an inclusive join has many paths, and every path waits': (n) => ({
    text: wide(n, 'or', 'or', 'task'),
    completed: names(n, (i) => `a${i}`),
  }),
  'an inclusive join waits in a cycle of many flows': (n) => ({ text: denseCycle(gatewaysOf(n)), completed: ['w'] }),
  'a parallel join has many paths': (n) => ({ text: wide(n, 'and', 'and', 'pass') }),
  'parallel joins stand side by side': (n) => ({ text: sideBySide(n, { fork: 'and', path: 'pass' }) }),
};

/** Each join visits each flow once, and four times the flows are twice the joins. */
const MOST_OF_DENSE = 6;

function workOf(shape: Shape, n: number): number {
  const { text, completed = [] } = shape(n);
  const driver = new Driver(processOf(text), { checked: false });
  const work = countedWork(() => {
    driver.send(start({ again: false }));
    for (const element of completed) driver.send(complete(element));
  });
  expect(driver.state.status).to.equal('completed');
  return work;
}

describe('the work of the engine', () => {
  for (const [title, shape] of Object.entries(SHAPES)) {
    it(`grows with the size, not with its square, when ${title}`, () => {
      expect(workOf(shape, 4 * N) / workOf(shape, N)).to.be.lessThan(MOST);
    });
  }

  it('grows with the flows and the joins when inclusive gateways lead to all later ones', () => {
    const shape: Shape = (n) => ({ text: dense(gatewaysOf(n)) });
    expect(workOf(shape, 4 * N) / workOf(shape, N)).to.be.lessThan(MOST_OF_DENSE);
  });
});
