import { filterTerm, filterValue } from '../filter-term.ts';
import type { FindCall } from './declarations.ts';

/** Which instances are looked for, as the API takes it. */
export function findQuery(values: FindCall['options']): URLSearchParams {
  const query = new URLSearchParams({ filters: filtersOf(values).join(',') });
  const further = { sorts: values.sort, page: values.page, pageSize: values['page-size'], businessId: values['business-id'] };
  for (const [name, value] of Object.entries(further)) if (value !== undefined) query.set(name, value);
  return query;
}

function filtersOf(values: FindCall['options']): readonly string[] {
  const status = values.status === undefined ? [] : [`Status==${values.status.map(filterValue).join('|')}`];
  return [
    ...filterTerm('ProcessDefinitionKey', '==', values.process),
    ...filterTerm('Version', '==', values.version),
    ...status,
    ...filterTerm('ActivityId', '==', values.activity),
    ...filterTerm('ErrorCode', '==', values.error),
    ...filterTerm('ParentInstanceId', '==', values.parent),
    ...filterTerm('CreatedAt', '>=', values.from),
    ...filterTerm('CreatedAt', '<', values.to),
    ...filterTerm('CompletedAt', '>=', values['ended-from']),
    ...filterTerm('CompletedAt', '<', values['ended-to']),
    ...(values.where ?? []).map((condition) => `Variables.${oneTerm(condition)}`),
  ];
}

/** A condition has its operator inside, which may end with a star: only what would end the term or the value stands for itself. */
function oneTerm(condition: string): string {
  return condition.replaceAll(/[\\,|]/g, '\\$&');
}
