import type { Logger } from '../platform/log.ts';
import { errorMessage } from '../platform/redact.ts';
import type { Stop } from './journal-row.ts';

/** Says loudly that one subject is not projected any further: 4061 for a missing row, 3004 for a row that cannot be used (docs/spec/log-events.md). */
export function logStop(log: Logger, subjectId: string, stop: Stop): void {
  const scope = { WorkflowInstanceId: subjectId };
  switch (stop.reason) {
    case 'gap': {
      const { expectedSeq, foundSeq } = stop;
      const message = `journal row ${expectedSeq} is missing: the projection of this instance stops`;
      log.event(4061, message, { ...scope, ExpectedSequence: expectedSeq, FoundSequence: foundSeq });
      return;
    }
    case 'version': {
      const message = `journal row ${stop.seq} has version ${stop.version}, which this process does not know: the projection of this instance stops`;
      log.event(3004, message, { ...scope, Rule: 'the version of a journal row is known' });
      return;
    }
    case 'damage': {
      const at = stop.seq === null ? 'its rows cannot be written' : `journal row ${stop.seq} cannot be folded`;
      log.event(3004, `${at}: ${errorMessage(stop.error)}; the projection of this instance stops`, {
        ...scope,
        Rule: 'a journal can be projected',
      });
      return;
    }
  }
}
