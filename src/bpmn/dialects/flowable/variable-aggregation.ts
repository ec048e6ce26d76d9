import type { ExpressionModel } from '../../../engine/model.ts';
import type { NodeDraft } from '../../draft.ts';
import type { ReadContext } from '../../elements/element-reader.ts';
import { findingAt, quote } from '../../finding.ts';
import { attributeOf, extensionsNamed, type XmlElement } from '../../xml/xml-element.ts';
import { isMappingTarget } from '../mapping-sources.ts';
import { flowable } from '../namespaces.ts';

const NAME = /^[A-Za-z_]\w*$/;

/**
 * Collects one map per iteration (docs/contributing/spec/loops-and-compensation.md#variable-aggregation). Refuses other forms: later elements would miss their
 * variable.
 */
export function aggregationOf(
  node: NodeDraft,
  xml: XmlElement,
  context: ReadContext,
): { readonly target: string; readonly element: ExpressionModel } | undefined {
  const [only, ...more] = context.followsDialects ? extensionsNamed(xml, flowable, 'variableAggregation') : [];
  if (only === undefined) return undefined;
  const target = attributeOf(only, 'target') ?? '';
  const members = only.children.filter(({ local }) => local === 'variable').map(memberOf);
  const [other] = [...only.attributes.keys()].filter((key) => key !== 'target');
  const reason =
    (more.length > 0 ? 'only one in a loop is supported' : undefined) ??
    (other === undefined ? undefined : `attribute ${quote(other)} is not supported`) ??
    (isMappingTarget(target, { allowsPath: false, isOutput: true }) ? undefined : 'target must be the name of a variable') ??
    (members.length === 0 ? 'it has no variable' : undefined) ??
    members.find((member) => typeof member === 'string');
  if (reason !== undefined) {
    context.refuse(findingAt(node.xml, `variableAggregation '${quote(target)}': ${reason}`));
    return undefined;
  }
  const text = `\${[${(members as readonly Member[]).map(({ name, value }) => `"${name}": ${value}`).join(', ')}]}`;
  return { target, element: context.expression(node.xml, text, 'expression', 'output element') };
}

interface Member {
  readonly name: string;
  /** JUEL text */
  readonly value: string;
}

const GROUP = /^\$\{([^{}]*)\}$/;

/** A text: why it is not supported. */
function memberOf(variable: XmlElement): Member | string {
  const [source, expression] = [attributeOf(variable, 'source'), attributeOf(variable, 'sourceExpression')];
  const name = attributeOf(variable, 'target') ?? source ?? '';
  if (attributeOf(variable, 'targetExpression') !== undefined) return 'attribute targetExpression is not supported';
  if (!NAME.test(name)) return `'${quote(name)}' must be a name of letters, digits and _`;
  if (source !== undefined)
    return NAME.test(source) ? { name, value: `${source} ?? null` } : `source '${quote(source)}' must be a name`;
  const inside = GROUP.exec(expression ?? '')?.[1];
  return inside === undefined ? `sourceExpression of '${name}' must be one \${…}` : { name, value: `(${inside})` };
}
