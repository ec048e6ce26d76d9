import { readFile } from 'node:fs/promises';

/** Memory a process has in use (VmRSS of proc(5)); undefined: there is no such process. Unit: MB. */
export async function memoryOf(pid: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const found = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return found === undefined ? undefined : Number(found) / 1024;
}
