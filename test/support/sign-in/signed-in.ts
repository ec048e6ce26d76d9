import { buildUi } from '../../../bin/build-ui.mjs';
import { type DemoProvider, type DemoProviderOptions, startDemoProvider } from '../../../demo/identity-provider.ts';
import { startUi } from '../../../src/ui/main.ts';
import { type RecordingLog, recordingLog } from '../recording-log.ts';
import { freePort } from '../redis.ts';
import { startService, type TestService } from '../service.ts';

/** Users that may sign in. */
export const USERS = {
  ada: { password: 'secret-a', claims: { name: 'Ada L', groups: ['clerks', 'managers'], email: 'ada@example.org' } },
  bob: { password: 'secret-b', claims: { name: 'Bob', groups: ['clerks'] } },
} as const;
const CLIENT = { id: 'pages', secret: 'client-secret' };

/** The operator pages behind a sign-in, with their provider. */
export interface SignedInPages {
  readonly service: TestService;
  readonly provider: DemoProvider;
  /** address of the pages */
  readonly url: string;
  readonly log: RecordingLog;
  /** one more UI process on the same database; stopped with the rest */
  replica(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a provider, and a service with a UI that uses it. `env`: additional settings. */
export async function startSignedInPages(
  env: Readonly<Record<string, string>> = {},
  provider: Partial<DemoProviderOptions> = {},
): Promise<SignedInPages> {
  await buildUi({ isQuiet: true });
  const [port, second] = [await freePort(), await freePort()];
  const urlOf = (uiPort: number) => `http://localhost:${uiPort}`;
  const identity = await startDemoProvider({
    port: 0,
    users: USERS,
    client: CLIENT,
    uiUrls: [urlOf(port), urlOf(second), 'https://pages.example', 'https://proxied.example'],
    ...provider,
  });
  const log = recordingLog();
  const settings = {
    UI_PORT: String(port),
    Authentication__Authority: identity.url,
    Authentication__RequireHttpsMetadata: 'false',
    Authentication__ClientId: CLIENT.id,
    Authentication__ClientSecret: CLIENT.secret,
    ...env,
  };
  const service = await startService({ env: settings, log });
  await service.start(startUi);
  const others: TestService[] = [];
  return {
    service,
    provider: identity,
    url: urlOf(port),
    log,
    async replica() {
      const { databaseUrl } = service;
      others.push(await startService({ env: { ...settings, UI_PORT: String(second) }, log, databaseUrl, roles: [startUi] }));
      return urlOf(second);
    },
    async stop() {
      for (const other of others) await other.stop();
      await service.stop();
      await identity.stop();
    },
  };
}
