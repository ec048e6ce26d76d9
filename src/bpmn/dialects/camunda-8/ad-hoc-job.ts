import { BUNDLED } from '../../../engine/model/bundled-plugins.ts';
import type { AdHocLead, OfferedElement } from '../../../engine/model.ts';
import { agentParameters } from '../../../expressions/feel/index.ts';
import type { NodeDraft } from '../../draft.ts';
import type { ReadContext } from '../../elements/element-reader.ts';
import { quote, warningAt } from '../../finding.ts';
import { attributeOf, childNamed, dialectAttributeOf, extensionsNamed, type XmlElement } from '../../xml/xml-element.ts';
import { taskHeadersOf } from '../job-details.ts';
import { anyDialect, zeebe } from '../namespaces.ts';
import { readRetries } from '../service-work.ts';

/** Names in lower case. */
export const LEAD_EXTENSIONS: readonly string[] = ['taskdefinition', 'taskheaders'];

/** Connectors of Camunda 8, with its agents. */
const CONNECTOR = /^io\.camunda[.:]/;

/**
 * Job that decides which activities start. Empty without `taskDefinition`, in files without platform, and for a bundled plugin, with a warning
 * (docs/contributing/spec/elements.md#ad-hoc-lead).
 */
export function leadMember(node: NodeDraft, context: ReadContext): { lead?: AdHocLead } {
  const [definition] = extensionsNamed(node.xml, zeebe, 'taskDefinition');
  const type = definition === undefined ? undefined : attribute(definition, 'type');
  if (context.platform === undefined || definition === undefined || type === undefined) return {};
  const warn = (text: string): void =>
    context.warn(warningAt(node.xml, context.process.key, { event: 'attribute-ignored', text }));
  if (BUNDLED.has(type.trim().toLowerCase())) {
    warn(`taskDefinition is ignored: tasks of type '${quote(type)}' are done by the service itself`);
    return {};
  }
  if (CONNECTOR.test(type))
    warn(`connector '${quote(type)}' is not executed; the sub-process waits for a worker of this task type`);
  if (attributeOf(node.xml, 'ordering') === 'Sequential') warn('ordering is ignored: a job decides what begins');
  const isListed = extensionsNamed(node.xml, zeebe, 'adHoc').some(
    (adHoc) => attribute(adHoc, 'activeElementsCollection') !== undefined,
  );
  if (isListed) warn('activeElementsCollection is ignored: a job decides what begins');
  const count = attribute(definition, 'retries');
  const retries = count === undefined ? undefined : readRetries(node, { form: 'count', text: count }, context);
  const headers = Object.fromEntries(taskHeadersOf(node.xml));
  const lead: AdHocLead = {
    taskType: context.expression(node.xml, type, 'template', 'task type'),
    ...(retries === undefined ? {} : { retries }),
    ...(Object.keys(headers).length === 0 ? {} : { headers: Object.freeze(headers) }),
    elements: Object.freeze((node.body?.nodes ?? []).filter(isOffered).map(offered)),
  };
  return { lead: Object.freeze(lead) };
}

/** The job can start only activities without incoming flows. */
function isOffered({ tag, incoming, isHandler }: NodeDraft): boolean {
  return incoming.length === 0 && !isHandler && (tag.endsWith('Task') || ACTIVITIES.has(tag));
}

const ACTIVITIES: ReadonlySet<string> = new Set(['task', 'callActivity', 'subProcess', 'transaction', 'adHocSubProcess']);

function offered({ id, xml }: NodeDraft): OfferedElement {
  const name = xml.attributes.get('name')?.trim() ?? '';
  const documentation = childNamed(xml, 'documentation')?.text.trim() ?? '';
  const properties = Object.fromEntries(propertiesOf(xml));
  const parameters = inputSourcesOf(xml).flatMap((source) => agentParameters(source.replace(/^\s*=/, '')));
  return Object.freeze({
    elementId: id,
    ...(name === '' ? {} : { elementName: name }),
    ...(documentation === '' ? {} : { documentation }),
    ...(Object.keys(properties).length === 0 ? {} : { properties: Object.freeze(properties) }),
    ...(parameters.length === 0 ? {} : { parameters: Object.freeze(parameters) }),
  });
}

function propertiesOf(xml: XmlElement): [string, string][] {
  return extensionsNamed(xml, zeebe, 'properties')
    .flatMap(({ children }) => children)
    .map((property) => [attribute(property, 'name') ?? '', attribute(property, 'value') ?? '']);
}

function inputSourcesOf(xml: XmlElement): string[] {
  return extensionsNamed(xml, zeebe, 'ioMapping')
    .flatMap(({ children }) => children)
    .filter(({ local }) => local.toLowerCase() === 'input')
    .map((input) => attribute(input, 'source') ?? '')
    .filter((source) => source.trim().startsWith('='));
}

function attribute(xml: XmlElement, name: string): string | undefined {
  return dialectAttributeOf(xml, anyDialect, name);
}
