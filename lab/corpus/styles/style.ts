/** A test on variables, written in each dialect's own words. */
export type Test =
  | { readonly name: string; readonly is: '=' | '!=' | '<' | '<=' | '>' | '>='; readonly value: string | number | boolean }
  | { readonly all: readonly Test[] }
  | { readonly any: readonly Test[] };

/** The value that a script assigns to a variable. */
export type Term =
  | { readonly value: string | number | boolean }
  | { readonly of: string }
  | { readonly sum: readonly [name: string, by: number] }
  | { readonly joined: readonly [name: string, text: string] };

/** Candidates of a user task. */
export interface Person {
  readonly assignee?: string;
  readonly users?: readonly string[];
  readonly groups?: readonly string[];
}

/** Values that go into an element and come out of it: names of the source, then of the target. */
export interface Moves {
  readonly into?: Readonly<Record<string, string>>;
  readonly out?: Readonly<Record<string, string>>;
}

/** Attributes and children, in that order. */
export type Written = readonly [attributes: string, children: string];

/**
 * How a modeler or an engine writes what BPMN leaves to dialects. A function that is absent: this dialect has no such thing, and models that need it
 * are not written in its style.
 */
export interface Style {
  readonly name: string;
  /** of BPMN elements, with its colon */
  readonly prefix: string;
  /** attributes of `definitions`: namespaces, exporter, platform */
  readonly header: string;
  /** further attributes of a process, and its first content */
  readonly process: string;
  readonly first?: string;
  /** the body of an expression element, with the language it needs */
  condition(test: Test): Written;
  script(target: string, term: Term): Written;
  person(person: Person): Written;
  /** the work of a service, send or business rule task */
  work(type: string): Written;
  mapping?(moves: Moves): Written;
  call(key: string, moves?: Moves): Written;
  /** correlation key of a message: on its definition in the file, and on the elements that wait for it */
  correlation?(variable: string): { readonly root: string; readonly waiting: string };
  /** inside `multiInstanceLoopCharacteristics` */
  each(list: string, item: string): Written;
  times(count: number): Written;
  collect?(list: string, item: string, from: string, into: string): Written;
}

/** A test in words that most languages share. */
export function testText(test: Test, words: { and: string; or: string; equals: string; quote: string }): string {
  if ('all' in test) return test.all.map((one) => part(one, words)).join(` ${words.and} `);
  if ('any' in test) return test.any.map((one) => part(one, words)).join(` ${words.or} `);
  const value = typeof test.value === 'string' ? `${words.quote}${test.value}${words.quote}` : String(test.value);
  return `${test.name} ${test.is === '=' ? words.equals : test.is} ${value}`;
}

function part(test: Test, words: Parameters<typeof testText>[1]): string {
  return 'name' in test ? testText(test, words) : `(${testText(test, words)})`;
}

/** A term in words that most languages share. */
export function termText(term: Term, quote = '"'): string {
  const text = (value: string) => `${quote}${value}${quote}`;
  if ('value' in term) return typeof term.value === 'string' ? text(term.value) : String(term.value);
  if ('of' in term) return term.of;
  if ('sum' in term) return `${term.sum[0]} + ${term.sum[1]}`;
  return `${term.joined[0]} + ${text(term.joined[1])}`;
}

/** Text for an XML attribute or element. */
export function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
