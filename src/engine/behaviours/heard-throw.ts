import type { Behaviour } from '../behaviour.ts';
import { flowsNamed } from '../model.ts';
import { leaveHeard, leaveOn } from '../policies/leave.ts';
import { throwHeard } from '../policies/throwing.ts';

/** Throw and end events continue to throw after listener jobs (docs/contributing/spec/elements.md#listener-jobs). */
export const HEARD_THROW: Required<Pick<Behaviour<'endEvent' | 'intermediateThrowEvent'>, 'onEndHeard' | 'onFlowsHeard'>> = {
  onEndHeard: (run, element, entry, { next, result }) => {
    if (next === undefined) leaveHeard(run, element, entry, result === undefined ? {} : { result });
    else throwHeard(run, element, entry, next);
  },
  onFlowsHeard: (run, element, entry, { next, flows = [] }) => {
    const taken = flowsNamed(run.model, flows);
    if (next === undefined) leaveOn(run, element, entry, taken);
    else throwHeard(run, element, entry, next, taken);
  },
};
