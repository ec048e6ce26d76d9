import type { Behaviour } from '../behaviour.ts';
import { flowsNamed } from '../model.ts';
import { leaveAfterListeners, leaveOnFlows } from '../policies/leave.ts';
import { throwAfterListeners } from '../policies/throwing.ts';

/** Throw and end events continue to throw after listener jobs (docs/contributing/spec/elements.md#listener-jobs). */
export const THROW_AFTER_LISTENERS: Required<
  Pick<Behaviour<'endEvent' | 'intermediateThrowEvent'>, 'afterEndListeners' | 'afterFlowListeners'>
> = {
  afterEndListeners: (run, element, entry, { next, result }) => {
    if (next === undefined) leaveAfterListeners(run, element, entry, result === undefined ? {} : { result });
    else throwAfterListeners(run, element, entry, next);
  },
  afterFlowListeners: (run, element, entry, { next, flows = [] }) => {
    const taken = flowsNamed(run.model, flows);
    if (next === undefined) leaveOnFlows(run, element, entry, taken);
    else throwAfterListeners(run, element, entry, next, taken);
  },
};
