import type { Logger } from '../platform/log.ts';
import { errorMessage } from '../platform/redact.ts';
import type { Stop } from './journal-row.ts';

/** 4061 for a missing row, 3004 for an unusable row (docs/reference/log-events.md). */
export function logStop(log: Logger, subjectId: string, stop: Stop): void {
  const scope = { WorkflowInstanceId: subjectId };
  switch (stop.reason) {
    case 'gap': {
      const { expectedSeq, foundSeq } = stop;
      log.event('journal-gap', { ...scope, ExpectedSequence: expectedSeq, FoundSequence: foundSeq });
      return;
    }
    case 'version': {
      const ErrorMessage = `journal row ${stop.seq} has version ${stop.version}, which this replica does not know`;
      log.event('invariant-broken', { ...scope, Rule: 'the version of a journal row is known', ErrorMessage });
      return;
    }
    case 'damage': {
      const at = stop.seq === null ? 'its rows cannot be written' : `journal row ${stop.seq} cannot be applied`;
      const ErrorMessage = `${at}: ${errorMessage(stop.error)}`;
      log.event('invariant-broken', { ...scope, Rule: 'a journal can be projected', ErrorMessage });
      return;
    }
  }
}
