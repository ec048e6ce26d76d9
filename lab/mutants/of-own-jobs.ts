import type { Mutant } from './mutant.ts';

/** Bugs of listeners that are jobs, and of jobs that lead ad-hoc bodies. */
export const MUTANTS_OF_OWN_JOBS: readonly Mutant[] = [
  {
    bug: 'the job of a listener outlives its entry',
    in: 'unsubscribeActivityInstance',
    from: 'closeOwnJobOf($run, $entry);',
    to: '',
  },
  { bug: 'the job of a process outlives it', in: 'cancelEverything', from: 'closeOwnJobOf($run, null);', to: '' },
  { bug: 'a second job does not take the place of the first', in: 'openOwnJob', from: 'closeOwnJobOf($run, $entry);', to: '' },
  { bug: 'the listeners before a job run again behind it', in: 'runRemaining', from: '$listening.index + 1', to: '0' },
  {
    bug: 'a result of the work counts while a listener has its job',
    in: 'awaitsResult',
    from: '!$state.entries.has($ordinal) || $state.jobOf.has($ordinal) || hasFailed($state, $ordinal)',
    to: '!$state.entries.has($ordinal) || hasFailed($state, $ordinal)',
  },
  {
    bug: 'what the job of a start listener gives leaves the element',
    in: 'store',
    from: "$stores === 'locally' && scopeIn($run.state.variables, $variableScope).kind === 'local'",
    to: 'false',
  },
  {
    bug: 'losers of a race go on while the winner has a listener with a job',
    in: 'leave',
    from: "$heard === 'wait'",
    to: 'false',
  },
  {
    bug: 'a task is completed while a worker is at what listens to it',
    in: 'hasOpenListener',
    from: '$state.jobOf.has($entry.ordinal)',
    to: 'false',
  },
  {
    bug: 'a body ends while its host waits for a job',
    in: 'isEmpty',
    from: '!$isAwaited && !isBlockedByIncident($state, $scope.host) && !isCompensating($state, $ordinal)',
    to: '!isBlockedByIncident($state, $scope.host) && !isCompensating($state, $ordinal)',
  },
  {
    bug: 'boundary events are not armed on what ends in its step but for a listener',
    in: 'begin',
    from: '$behaviour.endsInStep($run, $element) && !hasListenerJobs($element)',
    to: '$behaviour.endsInStep($run, $element)',
  },
  {
    bug: 'a job that leads is asked once',
    in: 'completeEndedScopes',
    from: 'for (const { scope: $scope } of $left) advanceLead($run, $scope);',
    to: '',
  },
  {
    bug: 'a job that leads is asked again although its body ends',
    in: 'advanceLead',
    from: '$host?.adHoc?.isClosed !== false',
    to: '$host?.adHoc == null',
  },
  {
    bug: 'a body without an event waits forever',
    in: 'followLead',
    from: '$activate.length === 0 && $scope.entries.size === 0',
    to: 'false',
  },
];
