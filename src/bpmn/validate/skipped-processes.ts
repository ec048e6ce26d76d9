import { warningAt } from '../warning.ts';
import type { WarningRule } from './rule.ts';

/**
 * A process that is marked as not executable is not deployed when the file has executable ones. Reported once, with the first deployed process
 * (docs/spec/validation.md#skipped-process).
 */
export const processesAreExecutable: WarningRule = function* (process, document) {
  if (document.processes.find((candidate) => candidate.isDeployed) !== process) return;
  for (const other of document.processes) {
    if (other.isDeployed) continue;
    yield warningAt(other.xml, process.key, {
      event: 'more-than-one-process',
      elementId: other.key,
      text: 'process is not executable and is skipped',
    });
  }
};
