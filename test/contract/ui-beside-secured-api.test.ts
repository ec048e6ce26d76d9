import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import type { RoleConfig, StartRole } from '../../src/platform/role.ts';
import { startUi } from '../../src/ui/main.ts';
import { http } from '../support/http/http-client.ts';
import { startIssuer, type TestIssuer } from '../support/oidc-issuer.ts';
import { type RecordingLog, recordingLog } from '../support/recording-log.ts';
import { startService, type TestService } from '../support/service.ts';

const START = '/ui/api/service/Execution/start';

describe('pages that know no issuer next to an API that asks for tokens (docs/contributing/spec/http/access.md#pages-beside-a-secured-api)', () => {
  let issuer: TestIssuer;
  let service: TestService;
  let log: RecordingLog;
  beforeEach(async () => {
    log = recordingLog();
    issuer = await startIssuer({ alice: {} });
    service = await startService({ log, roles: [startUi], env: { UI_PORT: '0' } });
  });
  afterEach(async () => {
    await service.stop();
    await issuer.close();
  });

  /** A role with its own settings on the same database. */
  const withSettings =
    (role: StartRole, env: Record<string, string>): StartRole =>
    (runtime) =>
      role({
        ...runtime,
        config: readConfig({ DATABASE_URL: service.databaseUrl, PORT: '0', UI_PORT: '0', ...env }, 'all') as RoleConfig,
      });
  const secured = () =>
    withSettings(startApi, { Authentication__Authority: issuer.url, Authentication__RequireHttpsMetadata: 'false' });
  /** Sends a start as the pages do. */
  async function write(url = service.url): Promise<number> {
    const { headers, json } = await http(url, { path: '/ui/api/session' });
    const cookie = String(headers['set-cookie']).split(';', 1)[0] ?? '';
    const own = { Cookie: cookie, 'X-CSRF-Token': String(json.csrfToken) };
    // it is good: the body is what is refused
    return (await http(url, { method: 'POST', path: START, headers: own, body: {} })).status;
  }

  it('are read-only as soon as it has started, and continue to be when it is away', async () => {
    expect(await write()).to.equal(400);
    const api = await service.start(secured());
    expect(await write()).to.equal(403);
    const { json } = await http(service.url, { path: '/ui/api/session' });
    expect(json).to.deep.include({ csrfToken: '' });
    expect(json.readOnly).to.match(
      /^These pages are read-only: the API requires tokens, and these pages have no Authentication:Authority\./,
    );
    await api.stop();
    expect(await write()).to.equal(403);
  });

  it('are read-only and report it in the log (7056) when they start after it', async () => {
    await service.start(secured());
    const late = await service.start(withSettings(startUi, {}));
    expect(await write(late.url)).to.equal(403);
    expect(log.of(7056)).to.have.length(1);
  });

  it('let everyone do everything again when an API starts that asks for none', async () => {
    await service.start(secured());
    await service.start(withSettings(startApi, {}));
    expect(await write()).to.equal(400);
  });
});
