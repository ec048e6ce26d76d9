import { spawnSync } from 'node:child_process';

/** Installs a program of the system where that may be done: root on Debian. Says so before. */
export function installPackage(name: string, say: (text: string) => void): boolean {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false;
  say(`${name} is not installed: installing it with apt-get`);
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  spawnSync('apt-get', ['update', '-qq'], options);
  return spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options).status === 0;
}
