import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A plugin host in a process of its own. */
export interface DevPluginHost {
  /** Ends the one that runs, in order, and begins another one. */
  renew(): Promise<void>;
}

const ENDINGS = [
  ['SIGTERM', 15],
  ['SIGHUP', 1],
] as const;

/** Nothing runs yet. The plugin host ends with this process. */
export function openPluginHost(paths: readonly string[]): DevPluginHost {
  let child: ChildProcess | undefined;
  process.once('exit', () => child?.kill('SIGTERM'));
  // without a listener the process ends before the exit is reported
  for (const [signal, number] of ENDINGS) process.once(signal, () => process.exit(128 + number));
  return {
    async renew() {
      if (child !== undefined && child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      const own = process.argv[1] ?? '';
      child = spawn(process.execPath, [...process.execArgv, own, 'plugin-host', '--', ...paths], { stdio: 'inherit' });
      // it prints its own reason; the next change starts another one
      child.on('error', (error) => process.stderr.write(`${error.message}\n`));
    },
  };
}
