import { type FilterPart, filterText, textsOf, timeOf, WITHOUT_VALUE } from './filter-text.ts';

type Get = (name: string) => string;

/** Filter for GET /Incidents, from the address of the page Incidents. */
export function incidentFilter(get: Get): string {
  return filterText([
    ['ProcessKey', '==', get('process')],
    ['ActivityId', '==', get('activity')],
    ['ErrorCode', '==', get('code')],
    ['ErrorMessage', '==', get('message')],
    ...otherMessages(get),
    ['InstanceId', '==', get('instance')],
    ['RootBusinessId', '==', get('businessId')],
    ['RootInstanceId', '==', get('root')],
    ...variableParts(get),
  ]);
}

/** By the value of the parameter `incident`. */
const INCIDENTS: Readonly<Record<string, readonly FilterPart[]>> = {
  open: [['HasIncident', '==', 'true']],
  called: [['HasCalledIncident', '==', 'true']],
  any: [['(HasIncident|HasCalledIncident)', '==', 'true']],
  none: [
    ['HasIncident', '==', 'false'],
    ['HasCalledIncident', '==', 'false'],
  ],
};

/** Filter for GET /Instances, from the address of the list of all instances. */
export function instanceFilter(get: Get): string {
  return filterText([
    ['ProcessDefinitionKey', '==', get('key')],
    ['Version', '==', get('version')],
    ['Status', '==', get('status')],
    ...(INCIDENTS[get('incident')] ?? []),
    ['HasProblem', '==', get('problem') === '' ? '' : 'true'],
    ['ParentInstanceId', '==', get('problem') === 'topmost' ? WITHOUT_VALUE : ''],
    ['IsSuspended', '==', get('suspended')],
    ['BusinessId', '==', get('businessId')],
    ['BusinessId', '@=*', get('businessIdPart')],
    ['ActivityId', '==', get('activity')],
    ['ErrorCode', '==', get('code')],
    ['ErrorMessage', '==', get('message')],
    ...otherMessages(get),
    ['CreatedAt', '>=', timeOf(get('from'))],
    ['CreatedAt', '<', timeOf(get('to'))],
    ['CompletedAt', '>=', timeOf(get('endedFrom'))],
    ...variableParts(get),
  ]);
}

/** Excludes messages. */
function otherMessages(get: Get): FilterPart[] {
  return textsOf(get('notMessage')).map((text): FilterPart => ['ErrorMessage', '!=', text]);
}

function variableParts(get: Get): FilterPart[] {
  return get('variables').split('\n').map(variablePart);
}

/** `line`: such as `customer.name==Ada`. */
function variablePart(line: string): FilterPart {
  const [, path = '', operator = '', value = ''] = /^(.*?)(==|!=|>=|<=|>|<)(.*)$/.exec(line) ?? [];
  return [`Variables.${path}`, operator, value];
}

/** Absent parameters are empty. */
export function reader(parameters: URLSearchParams): Get {
  return (name) => parameters.get(name) ?? '';
}
