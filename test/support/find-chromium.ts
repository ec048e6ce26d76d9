import { existsSync } from 'node:fs';
import { installPackage } from './debian-package.ts';

/** Chromium without the parts that a window needs: the same pages in half the processor time. */
const HEADLESS = 'chromium-headless-shell';
/** Where a browser may be, in addition to the place that CHROMIUM_PATH names. */
const PLACES = [
  `/usr/bin/${HEADLESS}`,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];

/** The browser of this machine; undefined when none exists. */
export function chromiumPath(): string | undefined {
  const given = process.env['CHROMIUM_PATH'] ?? '';
  return [given, ...PLACES].find((path) => path !== '' && existsSync(path));
}

/**
 * Finds a Chromium: that of the machine, else with the system's package manager when it may be used (root on Debian).
 * Undefined when none exists; the caller reports what it leaves out.
 */
export function findChromium(say: (text: string) => void): string | undefined {
  return chromiumPath() ?? (installChromium(say) ? chromiumPath() : undefined);
}

function installChromium(say: (text: string) => void): boolean {
  return [HEADLESS, 'chromium'].some((name) => installPackage(name, say, ['--install-recommends']));
}
