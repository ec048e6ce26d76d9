import { monitorEventLoopDelay } from 'node:perf_hooks';
import { ORDER_XML } from '../../src/api/openapi/examples.ts';
import { startUi } from '../../src/ui/main.ts';
import { deploy } from '../../test/support/http/steps.ts';
import { recordingLog } from '../../test/support/recording-log.ts';
import { startService } from '../../test/support/service.ts';
import { startSecured } from '../../test/support/sign-in/secured.ts';
import { startSignedInPages } from '../../test/support/sign-in/signed-in.ts';

/**
 * The service under attack, in a separate process that may die: an open service, an API that requires tokens of the issuer in ISSUER, and pages with a
 * sign-in. Sends their addresses, and at the end the delays of its event loop.
 */
const log = recordingLog();
/** Lines that no input may be the cause of: broken invariants, gaps, parked commands, faults. */
const ALARMS = [3004, 4061, 5004, 7030] as const;
const wanted = (process.env['SURFACES'] ?? 'api').split(',');
const delay = monitorEventLoopDelay({ resolution: 10 });

const service = await startService({ log, env: { UI_PORT: '0', 'Mcp:Enabled': 'true', 'Feed:Enabled': 'true' } });
await deploy(service.url, ORDER_XML);
const pages = await service.start(startUi);
const secured = wanted.includes('secured') ? await startSecured(process.env['ISSUER'] ?? '') : undefined;
const signIn = wanted.includes('sign-in') ? await startSignedInPages() : undefined;
delay.enable();
process.send?.({ api: service.url, pages: pages.url, secured: secured?.url, 'sign-in': signIn?.url });
process.on('message', async () => {
  const alarms = ALARMS.flatMap((id) => log.of(id).map(({ properties }) => ({ id, properties })));
  await new Promise((resolve) => process.send?.({ loopMs: delay.max / 1e6, alarms }, resolve));
  process.exit(0);
});
process.on('disconnect', () => process.exit(0));
