import type { Mutant } from './mutant.ts';

/** Bugs of failures that wait for an operator. */
export const MUTANTS_OF_INCIDENTS: readonly Mutant[] = [
  {
    bug: 'a failure is left although its own boundary event catches it',
    in: 'isCaughtHere',
    from: "if (boundaryFor($run, elementOf($run.model, $entry.element), 'error', $code) !== undefined) return true;",
    to: '',
  },
  {
    bug: 'a failure is left although a boundary event of its sub-process catches it',
    in: 'isCaughtHere',
    from: "($host) => boundaryCatcher($run, $host, 'error', $code)",
    to: '($host) => ($host === null ? boundaryCatcher($run, $host, "error", $code) : undefined)',
  },
  {
    bug: 'a failure is left although an event sub-process catches it',
    in: 'isCaughtHere',
    from: "subProcessCatcher($run, $scope, $eventSubProcesses, 'error', $code)",
    to: 'undefined',
  },
  {
    bug: 'a failure is left although the caller catches all of them',
    in: 'isCaughtByCaller',
    from: '$catches.all || $catches.codes.includes($code)',
    to: '$catches.codes.includes($code)',
  },
  {
    bug: 'a failure is left although the caller catches its code',
    in: 'isCaughtByCaller',
    from: '$catches.all || $catches.codes.includes($code)',
    to: '$catches.all',
  },
  {
    bug: 'a failure becomes an incident although the model did not ask for one',
    in: 'Run.leaveAsIncident',
    from: '!this.leavesIncidents || this.isCaught(this, $entry, $failure.code)',
    to: 'this.isCaught(this, $entry, $failure.code)',
  },
  {
    bug: 'the process fails although its failures are to be left',
    in: 'failProcess',
    from: '$run.leavesIncidents && !isCaught($run, null, $failure.code)',
    to: 'false',
  },
  {
    bug: 'the failure of a called process is left although its caller catches it',
    in: 'failProcess',
    from: '$run.leavesIncidents && !isCaught($run, null, $failure.code)',
    to: '$run.leavesIncidents',
  },
  {
    bug: 'a run that is stopped forgets the step it has stopped before',
    in: 'stopRun',
    from: '[$next, ...$run.agenda.steps]',
    to: '[...$run.agenda.steps]',
  },
  {
    bug: 'a run that is stopped forgets the steps behind the next one',
    in: 'stopRun',
    from: '[$next, ...$run.agenda.steps]',
    to: '[$next]',
  },
  {
    bug: 'what fails again is counted as the first time',
    in: 'Run.raiseIncident',
    from: '($before?.count ?? 0) + 1',
    to: '1',
  },
  {
    bug: 'what fails again is another incident',
    in: 'Run.raiseIncident',
    from: '$before?.incident ?? this.ordinals.nextIncident()',
    to: 'this.ordinals.nextIncident()',
  },
  { bug: 'an incident stays open while it is retried', in: 'retryIncident', from: "end($run, $incident, 'retried');", to: '' },
  {
    bug: 'an incident stays open although it is resolved',
    in: 'resolveIncident',
    from: "end($run, $incident, 'resolved');",
    to: '',
  },
  { bug: 'a retry repeats nothing', in: 'retryIncident', from: 'repeat($run, $incident);', to: '' },
  {
    bug: 'what stands for a result is lost',
    in: 'store',
    from: 'if ($tooLarge === undefined) writeVariables($run, $into, $variables);',
    to: '',
  },
  { bug: 'what has found no way on is passed over', in: 'isResolvable', from: "$cause.kind !== 'noWayOut'", to: 'true' },
  {
    bug: 'what can only be tried again is passed over',
    in: 'isResolvable',
    from: 'if (REASONS[$kind] !== undefined) return false;',
    to: '',
  },
  {
    bug: 'an activity ends when the incident of its event is resolved',
    in: 'completeFailed',
    from: "$repeat.kind !== 'condition' && $repeat.kind !== 'arm' && $repeat.kind !== 'wait'",
    to: 'true',
  },
  {
    bug: 'a result that comes for an incident counts',
    in: 'awaitsResult',
    from: '!$state.entries.has($ordinal) || $state.jobOf.has($ordinal) || hasFailed($state, $ordinal)',
    to: '!$state.entries.has($ordinal) || $state.jobOf.has($ordinal)',
  },
  {
    bug: 'an event that could not wait again stays unarmed when it is retried',
    in: 'repeatOfEntry',
    from: 'resubscribe($run, $entry, $how);',
    to: '',
  },
  {
    bug: 'a job that leads is not asked again when its incident is retried',
    in: 'repeatOfEntry',
    from: 'retryLead($run, $entry);',
    to: '',
  },
];
