import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Of each disk. It takes memory only as far as it is used. */
const SIZE_MB = 6144;
/** Free space on a full disk. Unit: bytes. */
const REST = 128 * 1024;

/** A disk for each of the two servers. */
export interface Disks {
  readonly folders: readonly [string, string];
  /** false: they are folders of the same disk as everything else, which is not to be filled */
  readonly canFill: boolean;
  /** Leaves next to nothing of a disk for a while. Unit: ms. */
  fill(index: number, forMs: number): Promise<void>;
  remove(): Promise<void>;
}

/** Disks in memory where this account may mount them, else plain folders. */
export async function openDisks(): Promise<Disks> {
  const root = await mkdtemp(join(tmpdir(), 'sluice-campaign-'));
  await chmod(root, 0o755);
  const folders = [join(root, 'a'), join(root, 'b')] as const;
  for (const folder of folders) await mkdir(folder);
  const canFill = process.getuid?.() === 0 && folders.every(mounted);
  const resize = (folder: string, bytes: number) => run('mount', ['-o', `remount,size=${bytes}`, folder]);
  return {
    folders,
    canFill,
    async fill(index, forMs) {
      const folder = folders[index] as string;
      const { bsize, blocks, bfree } = await statfs(folder);
      await resize(folder, (blocks - bfree) * bsize + REST);
      await pause(forMs);
      await resize(folder, SIZE_MB * 1024 * 1024);
    },
    async remove() {
      if (canFill) for (const folder of folders) await run('umount', ['-l', folder]).catch(() => {});
      await rm(root, { recursive: true, force: true });
    },
  };
}

function mounted(folder: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=755`, 'tmpfs', folder]).status === 0;
}
