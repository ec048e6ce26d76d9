import { isMarkedNotExecutable } from '../select-processes.ts';
import { warningAt } from '../warning.ts';
import type { WarningRule } from './rule.ts';

/**
 * Warns about processes marked as not executable: they are skipped, or the first one is deployed if the file has no other. Reported once,
 * with the first deployed process (docs/contributing/spec/validation.md#skipped-process).
 */
export const processesAreExecutable: WarningRule = function* (process, document) {
  if (document.processes.find((candidate) => candidate.isDeployed) !== process) return;
  if (isMarkedNotExecutable(process.xml)) {
    const text = 'isExecutable="false" is ignored: no process of the file is executable, and the first one is deployed';
    yield warningAt(process.xml, process.key, { event: 'attribute-ignored', name: 'isExecutable', text });
  }
  for (const other of document.processes) {
    if (other.isDeployed) continue;
    yield warningAt(other.xml, process.key, {
      event: 'more-than-one-process',
      elementId: other.key,
      text: 'process is not executable (isExecutable="false") and is skipped',
    });
  }
};
