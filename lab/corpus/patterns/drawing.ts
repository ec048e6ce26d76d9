import type { Moves, Person, Style, Term, Test, Written } from '../styles/style.ts';

/** A node of a model that is not written yet. */
export interface Drawn {
  readonly tag: string;
  readonly id: string;
  readonly attributes: string;
  /** children without extension elements, which are between EXT tags anywhere in it */
  readonly children: string;
  readonly inside?: Body;
}

export interface Flow {
  readonly from: string;
  readonly to: string;
  readonly test?: Test;
}

export interface Body {
  readonly nodes: readonly Drawn[];
  readonly flows: readonly Flow[];
}

/** A file: its first process is the one that is started. */
export interface Model {
  readonly processes: readonly { readonly id: string; readonly body: Body }[];
  /** root elements besides the processes */
  readonly roots?: string;
}

/** A node. `also`: what a style writes about it. */
export function node(tag: string, id: string, attributes = '', children = '', ...also: readonly Written[]): Drawn {
  return {
    tag,
    id,
    attributes: attributes + also.map(([written]) => written).join(''),
    children: children + also.map(([, written]) => written).join(''),
  };
}

export const start = (id = 'start', definition = '') => node('startEvent', id, '', definition);
export const end = (id = 'end', definition = '') => node('endEvent', id, '', definition);
export const gateway = (kind: 'exclusive' | 'inclusive' | 'parallel' | 'eventBased', id: string, standard?: string) =>
  node(`${kind}Gateway`, id, standard === undefined ? '' : ` default="${standard}"`);
export const user = (style: Style, id: string, person: Person = { assignee: 'ann' }) =>
  node('userTask', id, '', '', style.person(person));
export const script = (style: Style, id: string, target: string, term: Term) =>
  node('scriptTask', id, '', '', style.script(target, term));
export const work = (style: Style, id: string, type = 'ship', moves?: Moves) =>
  node('serviceTask', id, '', '', style.work(type), moved(style, moves));
export const boundary = (id: string, host: string, definition: string, interrupts = true) =>
  node('boundaryEvent', id, ` attachedToRef="${host}"${interrupts ? '' : ' cancelActivity="false"'}`, definition);

/** A node with a body. */
export function around(tag: string, id: string, inside: Body, attributes = '', children = ''): Drawn {
  return { tag, id, attributes, children, inside };
}

export function moved(style: Style, moves: Moves | undefined): Written {
  return moves === undefined || style.mapping === undefined ? ['', ''] : style.mapping(moves);
}

/** Flows along chains of ids with blanks between them. */
export function along(...chains: readonly string[]): Flow[] {
  return chains.flatMap((chain) => {
    const ids = chain.split(' ');
    return ids.slice(1).map((to, index) => ({ from: ids[index] as string, to }));
  });
}

export function when(from: string, to: string, test: Test): Flow {
  return { from, to, test };
}

/** A process that goes once through its nodes, in the order in which they are given, between a start and an end. */
export function sequence(...nodes: readonly Drawn[]): Body {
  const all = [start(), ...nodes, end()];
  return { nodes: all, flows: along(all.map(({ id }) => id).join(' ')) };
}

export function one(body: Body, roots = ''): Model {
  return { processes: [{ id: 'order', body }], roots };
}

export const timer = (form: 'timeDuration' | 'timeDate' | 'timeCycle', text: string) =>
  `<P:timerEventDefinition><P:${form} xsi:type="P:tFormalExpression">${text}</P:${form}></P:timerEventDefinition>`;
export const refers = (kind: 'message' | 'signal' | 'error' | 'escalation', id: string) =>
  `<P:${kind}EventDefinition ${kind}Ref="${id}"/>`;
export const message = (id: string, name: string, children = '') =>
  `<P:message id="${id}" name="${name}">${children}</P:message>`;
export const signal = (id: string, name: string) => `<P:signal id="${id}" name="${name}"/>`;
export const error = (id: string, code: string) => `<P:error id="${id}" name="${code}" errorCode="${code}"/>`;
export const escalation = (id: string, code: string) => `<P:escalation id="${id}" name="${code}" escalationCode="${code}"/>`;
