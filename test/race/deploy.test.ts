import { expect } from 'chai';
import type { DeployedDefinition } from '../../src/messages/commands.ts';
import type { DeliveryTools } from '../../src/worker/delivery/delivery-tools.ts';
import { deployOf, startOf } from '../support/commands.ts';
import { documentOf, sequence, task } from '../support/models/models.ts';
import { openStage, type Stage } from '../support/pause-points.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../support/write-side.ts';

// tier all: a race of one command; the commit tier has the races of delivery, order, timers, instances and commits

describe('deploys and starts concurrently', () => {
  let side: WriteSide;
  let stage: Stage;
  let first: DeliveryTools;
  let second: DeliveryTools;

  beforeEach(async () => {
    side = await openWriteSide();
    [first, second] = [side.worker(), side.worker()];
    stage = openStage();
  });
  afterEach(async () => {
    stage.close();
    await side.close();
  });

  const order = () => sequence('order', task('work'));
  async function deploy(tools: DeliveryTools, command = deployOf(order())): Promise<readonly DeployedDefinition[]> {
    const { announced } = await deliverTo(tools, [command]);
    const reply = announced[0]?.reply;
    return reply?.ok && 'definitions' in reply.result ? reply.result.definitions : [];
  }
  async function start(tools: DeliveryTools, command = startOf('order')): Promise<string> {
    const { announced } = await deliverTo(tools, [command]);
    const reply = announced[0]?.reply;
    if (!reply?.ok) return reply?.rejection.code ?? 'no reply';
    const id = await side.value<string>('select definition_id from instance where id = $1', [command.instanceId]);
    return id.split(':').slice(0, 2).join(' ');
  }
  const versions = async () =>
    (await side.sql<{ version: number }>(`select version from definition_version where key = 'order' order by version`)).map(
      (row) => row.version,
    );

  for (const isNew of [true, false]) {
    it(`numbers versions without a gap when two deploys of ${isNew ? 'a new key' : 'one key'} meet (docs/contributing/spec/reliability.md#deploy-vs-deploy)`, async () => {
      if (!isNew) await side.deploy(order());
      const base = isNew ? 0 : 1;
      const command = deployOf(order());
      const held = stage.hold('before-commit', command.id);
      const winner = deploy(first, command);
      await held.reached();
      const loser = deploy(second);
      await side.untilBlocked();
      held.release();
      expect(await winner).to.deep.equal([{ key: 'order', version: base + 1 }]);
      expect(await loser).to.deep.equal([{ key: 'order', version: base + 2 }]);
      const [process] = await side.sql(`select latest_version, seq from process where key = 'order'`);
      expect(process).to.deep.equal({ latest_version: base + 2, seq: base + 2 });
    });
  }

  it('takes no number when the deploy before it is undone', async () => {
    const command = deployOf(order());
    const held = stage.hold('before-write', command.id);
    stage.once('before-commit', command.id, async () => {
      throw new Error('a bug');
    });
    const winner = deploy(first, command);
    await held.reached();
    const loser = deploy(second);
    await side.untilBlocked();
    held.release();
    expect([await winner, await loser]).to.deep.equal([[], [{ key: 'order', version: 1 }]]);
    expect(await versions()).to.deep.equal([1]);
  });

  it('gives every number once when many deploys meet on two workers', async () => {
    const all = Array.from({ length: 12 }, (_, n) => deploy(n % 2 === 0 ? first : second));
    const given = (await Promise.all(all)).flat().map(({ version }) => version);
    expect(given.sort((a, b) => a - b)).to.deep.equal(Array.from({ length: 12 }, (_, n) => n + 1));
    expect(await versions()).to.deep.equal(given);
  });

  it('does not deadlock when files name the same processes in opposite order', async () => {
    const process = (key: string) => `<process id="${key}" isExecutable="true"><startEvent id="start-${key}"/></process>`;
    const files = [documentOf(process('a') + process('b')), documentOf(process('b') + process('a'))];
    const all = Array.from({ length: 10 }, (_, n) => deploy(n % 2 === 0 ? first : second, deployOf(files[n % 2] ?? '')));
    const numbers = (await Promise.all(all)).flatMap((given) => given.map(({ key, version }) => `${key} ${version}`));
    expect(new Set(numbers).size).to.equal(20);
  });

  it('starts the version before when the start comes while a deploy commits, and the new one afterwards', async () => {
    await side.deploy(order());
    const command = deployOf(order());
    const held = stage.hold('before-commit', command.id);
    const deploying = deploy(first, command);
    await held.reached();
    expect(await start(second)).to.equal('order 1');
    held.release();
    await deploying;
    expect(await start(second)).to.equal('order 2');
  });

  it('starts what it has found when a deploy commits between finding and deciding', async () => {
    await side.deploy(order());
    const command = startOf('order');
    const held = stage.hold('after-lock', command.id);
    const starting = start(first, command);
    await held.reached();
    await deploy(second);
    held.release();
    expect(await starting).to.equal('order 1');
  });

  it('finds no process when its first deploy has not committed', async () => {
    const command = deployOf(order());
    const held = stage.hold('before-commit', command.id);
    const deploying = deploy(first, command);
    await held.reached();
    expect(await start(second)).to.equal('PROCESS_NOT_REGISTERED');
    held.release();
    await deploying;
    expect(await start(second)).to.equal('order 1');
  });
});
