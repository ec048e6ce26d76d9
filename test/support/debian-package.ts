import { spawnSync } from 'node:child_process';

/** Installs a system package if that is allowed (root on Debian), and reports it first. `options`: of `apt-get install`. */
export function installPackage(name: string, say: (text: string) => void, options = ['--no-install-recommends']): boolean {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false;
  say(`${name} is not installed: installing it with apt-get`);
  const quietly = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  spawnSync('apt-get', ['update', '-qq'], quietly);
  return spawnSync('apt-get', ['install', '-y', '-qq', ...options, name], quietly).status === 0;
}
