import { createServer } from 'node:net';
import type { ConfigSource } from '../../platform/config-source.ts';
import { SETTINGS } from '../../platform/config-table.ts';
import type { Lenient } from './diagnosis.ts';
import { type DoctorFinding, notice, wrong } from './finding.ts';

const PORTS = [
  { setting: SETTINGS.port, user: 'The API' },
  { setting: SETTINGS.uiPort, user: 'The UI' },
  { setting: SETTINGS.metricsPort, user: 'A separate worker or projector' },
] as const;

/** Whether the ports are free and differ. A default port that is busy is replaced by a free one, so it is only a notice. */
export async function checkPorts(source: ConfigSource, read: Lenient): Promise<readonly DoctorFinding[]> {
  const host = read(SETTINGS.host);
  if (host === undefined) return [];
  const found = PORTS.map(async ({ setting, user }) => {
    const port = read(setting) ?? 0;
    const code = port === 0 ? undefined : await bindFault(host, port);
    if (code === undefined) return [];
    const isExplicit = source.originOf(setting) !== 'default';
    if (code !== 'EADDRINUSE') return [wrong(`${setting.key}: ${host}:${port} cannot be opened (${code}).`)];
    if (isExplicit) return [wrong(`${setting.key} is port ${port}, which is already in use on ${host}.`)];
    return [notice(`${user} would not get port ${port}, which is in use on ${host}, but the next free one from ${port + 10}.`)];
  });
  return [...sharedPorts(source, read), ...(await Promise.all(found)).flat()];
}

function sharedPorts(source: ConfigSource, read: Lenient): readonly DoctorFinding[] {
  const [api = 0, ui = 0] = [read(SETTINGS.port), read(SETTINGS.uiPort)];
  const isWanted = [SETTINGS.port, SETTINGS.uiPort].every((setting) => source.originOf(setting) !== 'default');
  return isWanted && api === ui && api !== 0 ? [wrong(`PORT and UI_PORT are the same port, ${api}.`)] : [];
}

/** The code of the error when the port cannot be bound now. */
function bindFault(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}
