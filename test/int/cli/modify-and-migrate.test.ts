import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { packageRoot } from '../../../src/platform/version.ts';
import { deploy, start, stateOf, UNKNOWN_ID } from '../../support/http/steps.ts';
import { runVerb } from '../../support/run-verb.ts';
import { startStub } from '../../support/servers/stub-server.ts';
import { startService, type TestService } from '../../support/service.ts';

// tier all: starts a process per command; everyday-verbs shows the way from the command line to the API

/** With the models of the pages, whose commands modify-an-instance.test.ts and move-instances-to-a-version.test.ts run as they are. */
describe('sluice modify and sluice migrate', function () {
  this.timeout(180_000);
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  async function modelOf(page: string, index = 0): Promise<string> {
    const text = await readFile(join(packageRoot, 'docs/how-to', page), 'utf8');
    return [...text.matchAll(/```xml\n([\s\S]*?)```/g)][index]?.[1] ?? '';
  }
  async function outputOf(line: string): Promise<string> {
    const { stdout, stderr } = await runVerb(line.split(' ').slice(1), { SLUICE_URL: service.url });
    return stdout + stderr;
  }

  it('starts, cancels and changes what the options name, and is refused with its usage', async () => {
    await deploy(service.url, await modelOf('modify-an-instance.md'));
    const other = await start(service.url, 'order');
    const json = await outputOf(`sluice modify ${other} --start-before label --start-before label --json`);
    expect(JSON.parse(json)).to.deep.include({ cancelledCount: 0, isDryRun: false, after: null });
    const host = (await stateOf(service.url, other)).activeActivities.find(
      ({ activityId }) => activityId === 'ship',
    )?.activityInstanceId;
    expect(await outputOf(`sluice modify ${other} --cancel pack --start-before hand-over --scope ${host} --set n=1`)).to.equal(
      `1 activity instance cancelled\nstarted before hand-over, in ${host}\n`,
    );
    expect(await outputOf(`sluice modify ${other} --cancel ${host} --dry-run`)).to.equal(
      '4 activity instances would be cancelled\nafterwards: cancelled\n',
    );
    for (const [operands, reason] of [
      [UNKNOWN_ID, 'nothing to --cancel or to start'],
      [`${UNKNOWN_ID} --scope ${UNKNOWN_ID} --cancel a`, '--scope must follow a start, once'],
      [`${UNKNOWN_ID} --start-after a --set b=1`, '--set must follow a --start-before'],
      ['--cancel a', 'modify takes the id of one instance'],
    ])
      expect(await outputOf(`sluice modify ${operands}`)).to.match(new RegExp(`^${reason}\n\nUsage: sluice modify`));
  });

  it('moves an instance, and shows before what would happen', async () => {
    await deploy(service.url, await modelOf('move-instances-to-a-version.md'));
    const id = await start(service.url, 'order');
    const latest = await deploy(service.url, await modelOf('move-instances-to-a-version.md', 1));
    await outputOf(`sluice migrate ${id} --to ${latest} --map pack=pack-and-seal`);
    expect((await stateOf(service.url, id)).activeActivityIds).to.deep.equal(['pack-and-seal']);
    const { processDefinitionId: to } = await stateOf(service.url, id);
    const json = await outputOf(`sluice migrate ${id} --to ${to} --renew-timers --renew-subscriptions --dry-run --json`);
    expect(JSON.parse(json).report.events.map(({ becomes }: { becomes: string }) => becomes)).to.deep.equal(['renewed', 'kept']);
    expect(await outputOf(`sluice migrate ${id} --to 9`)).to.equal("'order' has no version 9.\n");
    for (const [operands, reason] of [
      [UNKNOWN_ID, 'migrate needs --to with the target version'],
      [`${UNKNOWN_ID} --to 2 --map a`, "--map takes <from>=<to>, not 'a'"],
      ['--to 2', 'migrate takes the id of one instance'],
    ])
      expect(await outputOf(`sluice migrate ${operands}`)).to.match(new RegExp(`^${reason}\n\nUsage: sluice migrate`));
  });

  it('finds a version that is listed a moment after its deploy', async () => {
    const answers: Record<string, readonly unknown[]> = {
      waiting: [{ processDefinitionKey: 'order' }],
      Definitions: [{ items: [] }, { items: [] }, { items: [{ processDefinitionId: 'order:2:x' }] }],
      migrate: [{ isDryRun: false, fromVersion: 1, version: 2, report: null }],
    };
    const asked: string[] = [];
    const stub = await startStub(({ path, body }, response) => {
      const name = Object.keys(answers).find((one) => path.includes(one)) ?? '';
      const answer = answers[name]?.[asked.filter((one) => one === name).length];
      asked.push(name);
      if (name === 'migrate') expect(JSON.parse(body).DefinitionId).to.equal('order:2:x');
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer));
    });
    const { stdout } = await runVerb(['migrate', UNKNOWN_ID, '--to', '2'], { SLUICE_URL: stub.url });
    await stub.close();
    expect(stdout).to.equal('Migrated from version 1 to version 2.\n');
    expect(asked).to.deep.equal(['waiting', 'Definitions', 'Definitions', 'Definitions', 'migrate']);
  });
});
