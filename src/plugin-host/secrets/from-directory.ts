import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SecretSource } from './secret-source.ts';

/** Longest secret of a file. Unit: bytes. */
const MAX_BYTES = 65_536;

/** Files of a directory, each named after its secret, as Kubernetes and Docker mount them. A line break at the end is not part of it. */
export function secretsFromDirectory(directory: string): SecretSource {
  return {
    name: `the directory ${directory}`,
    async find(secret) {
      // some file systems ignore the case of names, which would bypass the limits
      if (!(await readdir(directory)).includes(secret)) return undefined;
      const text = await readSmall(join(directory, secret));
      return text?.replace(/\r?\n$/, '');
    },
  };
}

async function readSmall(path: string): Promise<string | undefined> {
  try {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      if (size > MAX_BYTES) throw new Error(`a file of secrets is larger than ${MAX_BYTES} bytes`);
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'EISDIR')
      return undefined;
    throw error;
  }
}
