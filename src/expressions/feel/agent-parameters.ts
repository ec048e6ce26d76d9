import type { OfferedParameter } from '../../engine/model/model-activities.ts';
import type { Json } from '../../engine/values.ts';
import { SyntaxProblem } from '../syntax-problem.ts';
import { evaluateFeel } from './evaluate.ts';
import { childrenOf, type FeelNode } from './syntax/nodes.ts';
import { FeelParser } from './syntax/parser.ts';

/** Optional parameters of `fromAi` in their order. */
const MEMBERS = ['description', 'type', 'schema', 'options'] as const;

/**
 * Parameters that a FEEL text requests from an agent: one per call of `fromAi`, named like the last part of its value
 * (docs/contributing/spec/elements.md#ad-hoc-lead). Skips members that are not constant.
 * @param source without leading `=`
 */
export function agentParameters(source: string): readonly OfferedParameter[] {
  if (!source.includes('fromAi')) return [];
  const found: OfferedParameter[] = [];
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

function parameterOf(source: string, { callee, args, names }: Extract<FeelNode, { kind: 'call' }>): OfferedParameter | undefined {
  if (callee.kind !== 'name' || callee.name !== 'fromAi') return undefined;
  const places = names ?? ['value', ...MEMBERS];
  const given = new Map(args.map(({ from, to }, at) => [places[at] ?? '', source.slice(from, to)]));
  const name = given.get('value')?.split('.').at(-1)?.trim() ?? '';
  if (!/^[A-Za-z_]\w*$/.test(name)) return undefined;
  return { name, ...Object.fromEntries(MEMBERS.flatMap((member) => constant(member, given.get(member)))) };
}

function constant(member: string, source: string | undefined): [string, Json][] {
  const read = source === undefined ? undefined : evaluateFeel(source, {}, { now: 0 });
  return read?.ok === true && read.value !== null ? [[member, read.value]] : [];
}
