import { processEnvironment } from '../../platform/config.ts';
import { diagnose } from './diagnosis.ts';
import { reportText } from './report.ts';

/** Prints the effective configuration and what is wrong with it; ends with 1 when something is. */
export async function runDoctor(): Promise<void> {
  const diagnosis = await diagnose(processEnvironment());
  process.stdout.write(reportText(diagnosis));
  if (diagnosis.findings.some(({ kind }) => kind === 'wrong')) process.exitCode = 1;
}
