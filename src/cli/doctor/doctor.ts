import { processEnvironment } from '../../platform/config.ts';
import { diagnose } from './diagnosis.ts';
import { reportText } from './report.ts';

/** Prints the effective configuration and what is wrong with it. @returns false when something is */
export async function runDoctor(): Promise<boolean> {
  const diagnosis = await diagnose(processEnvironment());
  process.stdout.write(reportText(diagnosis));
  return diagnosis.findings.every(({ kind }) => kind !== 'wrong');
}
