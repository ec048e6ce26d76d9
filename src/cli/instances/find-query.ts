import { filterTerm, filterValue } from '../filter-term.ts';
import type { FindCall } from './declarations.ts';

/** The query of the API for these options. */
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

/** Escapes only what would end the term or the value, because a condition contains its operator and may end with a star. */
function oneTerm(condition: string): string {
  return condition.replaceAll(/[\\,|]/g, '\\$&');
}
