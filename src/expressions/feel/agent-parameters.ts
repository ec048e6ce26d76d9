import { evaluateFeel } from './evaluate.ts';
import { childrenOf, type FeelNode } from './syntax/nodes.ts';
import { FeelParser } from './syntax/parser.ts';
import { SyntaxProblem } from './syntax-problem.ts';
import type { FeelJson } from './values/json.ts';

/** Value for an agent to provide, as described by `fromAi`. */
export interface AgentParameter {
  readonly name: string;
  readonly description?: FeelJson;
  readonly type?: FeelJson;
  readonly schema?: FeelJson;
  readonly options?: FeelJson;
}

/** Parameters of `fromAi`, in order. */
const MEMBERS = ['description', 'type', 'schema', 'options'] as const;

/**
 * Parameters, one per call of `fromAi`, named like the last part of its value. Skips members that are not constant.
 * @param source without leading `=`
 */
export function agentParameters(source: string): readonly AgentParameter[] {
  if (!source.includes('fromAi')) return [];
  const found: AgentParameter[] = [];
  const visit = (node: FeelNode): void => {
    const parameter = node.kind === 'call' ? parameterOf(source, node) : undefined;
    if (parameter !== undefined) found.push(parameter);
    for (const child of childrenOf(node)) visit(child);
  };
  const read = readGuarded(source);
  if (read !== undefined) visit(read);
  return found;
}

/** Undefined for invalid FEEL: deployment reports the error elsewhere. */
function readGuarded(source: string): FeelNode | undefined {
  try {
    return FeelParser.expression(source, { variables: [] });
  } catch (error) {
    if (error instanceof SyntaxProblem) return undefined;
    throw error;
  }
}

function parameterOf(source: string, { callee, args, names }: Extract<FeelNode, { kind: 'call' }>): AgentParameter | undefined {
  if (callee.kind !== 'name' || callee.name !== 'fromAi') return undefined;
  const places = names ?? ['value', ...MEMBERS];
  const given = new Map(args.map(({ from, to }, at) => [places[at] ?? '', source.slice(from, to)]));
  const name = given.get('value')?.split('.').at(-1)?.trim() ?? '';
  if (!/^[A-Za-z_]\w*$/.test(name)) return undefined;
  return { name, ...Object.fromEntries(MEMBERS.flatMap((member) => constant(member, given.get(member)))) };
}

function constant(member: string, source: string | undefined): [string, FeelJson][] {
  const read = source === undefined ? undefined : evaluateFeel(source, {}, { now: 0 });
  return read?.ok === true && read.value !== null ? [[member, read.value]] : [];
}
