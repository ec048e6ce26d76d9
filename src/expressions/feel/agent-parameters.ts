import { parseExpression } from '@bpmn-io/feelin';
import type { OfferedParameter } from '../../engine/model-activities.ts';
import type { Json } from '../../engine/values.ts';
import { DIALECT } from './analysis.ts';
import { evaluateFeel } from './evaluate.ts';

type FeelNode = ReturnType<typeof parseExpression>['topNode'];

/** What `fromAi` says beside the value, in the order of its parameters. */
const MEMBERS = ['description', 'type', 'schema', 'options'] as const;

/**
 * The parameters that a FEEL text takes from an agent: one for each call of `fromAi`, named like the last part of the value it reads
 * (docs/spec/elements.md#ad-hoc-lead). A member that is not constant is left out.
 * @param source without `=` in front
 */
export function agentParameters(source: string): readonly OfferedParameter[] {
  if (!source.includes('fromAi')) return [];
  const found: OfferedParameter[] = [];
  parseExpression(source, {}, DIALECT).iterate({
    enter({ node }) {
      const parameter = node.name === 'FunctionInvocation' ? parameterOf(source, node) : undefined;
      if (parameter !== undefined) found.push(parameter);
    },
  });
  return found;
}

function parameterOf(source: string, call: FeelNode): OfferedParameter | undefined {
  const textOf = (node: FeelNode) => source.slice(node.from, node.to);
  if (call.firstChild === null || textOf(call.firstChild).trim() !== 'fromAi') return undefined;
  const given = new Map<string, string>();
  const named = call.getChild('NamedParameters')?.getChildren('NamedParameter') ?? [];
  for (const node of named) {
    const name = node.getChild('ParameterName');
    if (name !== null && node.lastChild !== null) given.set(textOf(name), textOf(node.lastChild));
  }
  const list = call.getChild('PositionalParameters');
  let position = 0;
  for (let node = list?.firstChild ?? null; node !== null; node = node.nextSibling) {
    if (textOf(node) === ',') continue;
    given.set(['value', ...MEMBERS][position] ?? '', textOf(node));
    position += 1;
  }
  const name = given.get('value')?.split('.').at(-1)?.trim() ?? '';
  if (!/^[A-Za-z_]\w*$/.test(name)) return undefined;
  return { name, ...Object.fromEntries(MEMBERS.flatMap((member) => constant(member, given.get(member)))) };
}

function constant(member: string, source: string | undefined): [string, Json][] {
  const read = source === undefined ? undefined : evaluateFeel(source, {}, { now: 0 });
  return read?.ok === true && read.value !== null ? [[member, read.value]] : [];
}
