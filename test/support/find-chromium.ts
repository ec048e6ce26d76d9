import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Chromium without the parts that a window needs: the same pages in half the processor time. */
const HEADLESS = 'chromium-headless-shell';
/** Where a browser may be, beside the place that CHROMIUM_PATH names. */
const PLACES = [
  `/usr/bin/${HEADLESS}`,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];

/** The browser of this machine; undefined when there is none. */
export function chromiumPath(): string | undefined {
  const given = process.env['CHROMIUM_PATH'] ?? '';
  return [given, ...PLACES].find((path) => path !== '' && existsSync(path));
}

/**
 * Finds a Chromium: that of the machine, else with the system's package manager when it may be used (root on Debian).
 * Undefined when there is none; the caller says loudly what is left out.
 */
export function findChromium(say: (text: string) => void): string | undefined {
  return chromiumPath() ?? (installChromium(say) ? chromiumPath() : undefined);
}

function installChromium(say: (text: string) => void): boolean {
  const mayInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (!mayInstall) return false;
  say('chromium is not installed: installing it with apt-get');
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  spawnSync('apt-get', ['update', '-qq'], options);
  return [HEADLESS, 'chromium'].some((name) => spawnSync('apt-get', ['install', '-y', '-qq', name], options).status === 0);
}
