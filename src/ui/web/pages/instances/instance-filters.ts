import type { ListFilter } from '../../components/filter-bar/list-filters.ts';
import { INSTANCE_STATES, suggestBusinessIds } from '../../components/filter-bar/suggestions.ts';
import { pageTexts } from '../../texts/instances.ts';
import { texts } from '../../texts/texts.ts';

const { filters: words } = texts;

/** States of the activity instance at the chosen element; default: that of the status. */
const ENTRIES = (['active', 'failed', 'completed', 'cancelled'] as const).map((value) => ({
  value,
  label: pageTexts.entries[value],
}));

/** With or without an open incident, or of an instance that it calls; with an element, at this element. */
export const INCIDENT_FILTER: ListFilter = {
  name: 'incident',
  label: words.incident,
  choices: [
    { value: 'open', label: words.open },
    { value: 'called', label: words.inCalled },
    { value: 'any', label: words.ownOrCalled },
    { value: 'none', label: words.none },
  ],
};
/** Failed, or with an open incident, its own or of an instance that it calls; `topmost`: without called instances, so one row for each case. */
export const PROBLEM_FILTER: ListFilter = {
  name: 'problem',
  label: words.problem,
  choices: [
    { value: 'topmost', label: words.topmostProblem },
    { value: 'any', label: words.anyProblem },
  ],
};
export const SUSPENDED_FILTER: ListFilter = {
  name: 'suspended',
  label: words.suspended,
  choices: [{ value: 'true', label: words.yes }],
};

/** Parameters that remove all filters. */
export const NO_FILTERS = {
  status: '',
  incident: '',
  suspended: '',
  businessId: '',
  businessIdPart: '',
  from: '',
  to: '',
  activity: '',
  entry: '',
};

/** All in the address (docs/contributing/spec/pages.md#instances). */
export function instanceFilters(key: string, get: (name: string) => string): readonly ListFilter[] {
  return [
    { name: 'businessId', label: words.businessId, suggest: (text) => suggestBusinessIds(text, key) },
    { name: 'businessIdPart', label: words.businessIdPart, isForBareText: true },
    { name: 'status', label: words.status, choices: INSTANCE_STATES },
    INCIDENT_FILTER,
    SUSPENDED_FILTER,
    { name: 'activity', label: words.activity },
    ...(get('activity') === '' ? [] : [{ name: 'entry', label: words.entry, choices: ENTRIES }]),
    { name: 'from', label: words.createdFrom, kind: 'time' },
    { name: 'to', label: words.createdBefore, kind: 'time' },
  ];
}
