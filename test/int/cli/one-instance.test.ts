import { expect } from 'chai';
import { newId } from '../../../src/platform/ids.ts';
import { eventually } from '../../support/eventually.ts';
import { expectEmpty } from '../../support/http/expect-answer.ts';
import { post } from '../../support/http/http-client.ts';
import { deploy, start, stateOf, UNKNOWN_ID } from '../../support/http/steps.ts';
import { raisedIncident, STUCK } from '../../support/models/incident-models.ts';
import { sequence, task } from '../../support/models/models.ts';
import { runVerb } from '../../support/run-verb.ts';
import { startService, type TestService } from '../../support/service.ts';

// tier all: starts a process per command; everyday-verbs shows the way from the command line to the API

describe('sluice for one instance', function () {
  this.timeout(60_000);
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('order', task('pack')));
    await deploy(service.url, STUCK);
    await deploy(service.url, sequence('two', task('a'), task('b')));
  });
  after(() => service.stop());

  const sluice = (...words: readonly string[]) => runVerb(words, { SLUICE_URL: service.url });

  describe('variables', () => {
    it('sets JSON and texts, and removes names', async () => {
      const id = await start(service.url, 'order', { Variables: { draft: true } });
      const set = ['--set', 'amount=12.5', '--set', 'name=Ada = L.', '--set', 'lines=[{"sku":"A1"}]'];
      const edited = await sluice('variables', id, ...set, '--delete', 'draft');
      expect(edited).to.deep.include({ code: 0, stdout: 'Edited.\n' });
      const [{ variables, variablesId = '' } = {}] = (await stateOf(service.url, id)).variableStates;
      expect(variables).to.deep.equal({ amount: 12.5, name: 'Ada = L.', lines: [{ sku: 'A1' }] });
      expect((await sluice('variables', id, '--delete', 'lines', '--scope', variablesId)).code).to.equal(0);
    });

    it('ends with 1 and the reason when it is refused, and with 2 and the usage on wrong arguments', async () => {
      const refused = await sluice('variables', UNKNOWN_ID, '--set', 'a=1');
      expect([refused.code, refused.stderr]).to.deep.equal([1, `Instance ${UNKNOWN_ID} not found\n`]);
      for (const [operands, reason] of [
        [[UNKNOWN_ID], 'nothing to --set or --delete'],
        [[UNKNOWN_ID, '--set', 'a'], "'a' is not name=value"],
        [['--set', 'a=1'], 'variables takes the id of one instance'],
      ] as const) {
        const wrong = await sluice('variables', ...operands);
        expect(wrong.code).to.equal(2);
        expect(wrong.stderr).to.match(new RegExp(`^${reason}\n\nUsage: sluice variables`));
      }
    });
  });

  describe('suspend and resume', () => {
    it('suspend and resume an instance', async () => {
      const id = await start(service.url, 'order');
      expect((await sluice('suspend', id, '--reason', 'wrong prices')).stdout).to.equal('Suspended by operator.\n');
      const refused = await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: id, ActivityId: 'pack' });
      expect(refused.status).to.equal(409);
      expect((await sluice('suspend', id, '--alone', '--json')).stdout).to.match(/"isSuspended": true/);
      expect((await sluice('resume', id)).stdout).to.equal('Resumed.\n');
    });

    it('end with 1 and the reason when it is refused, and with 2 and the usage on wrong arguments', async () => {
      expect((await sluice('suspend', UNKNOWN_ID)).code).to.equal(1);
      const wrong = await sluice('resume', UNKNOWN_ID, '--alone');
      expect([wrong.code, wrong.stderr.split('\n')[0]]).to.deep.equal([2, "Unknown option '--alone'"]);
      expect((await sluice('suspend')).code).to.equal(2);
    });
  });

  describe('why', () => {
    it('prints the answer of the API when its output is not a terminal, and sentences when they are asked for', async () => {
      const id = await start(service.url, 'order', { BusinessId: 'PO \u202e 1' });
      const { stdout, code } = await sluice('why', id);
      expect([code, JSON.parse(stdout).items[0].kind]).to.deep.equal([0, 'Completion']);
      const [head, line] = (await sluice('why', id, '--table')).stdout.split('\n');
      expect(head).to.match(new RegExp(`^${id}: order version 1, business id 'PO \\\\u202e 1', started `));
      expect(line).to.match(/^ {2}Task 'pack' waits for a client to complete it \(POST .*\)\. \(since .*\)$/);
    });

    it('shows how an instance ended when it has', async () => {
      const id = await start(service.url, 'order');
      expectEmpty(await post(service.url, `/Instances/${id}/cancel`, { reason: 'sold out' }));
      expect((await sluice('why', id, '--table')).stdout.split('\n')[1]).to.match(/^Cancelled at .*: sold out$/);
    });

    it('shows errors of ids and arguments', async () => {
      const unknown = await sluice('why', UNKNOWN_ID);
      expect([unknown.code, unknown.stderr]).to.deep.equal([1, `Instance ${UNKNOWN_ID} not found\n`]);
      expect(await sluice('why', '../Definitions')).to.include({ code: 1, stderr: "'../Definitions' is not an id\n" });
      for (const wrong of [['a', 'b'], ['--colour'], ['a', '--json', '--table']])
        expect((await sluice('why', ...wrong)).code).to.equal(2);
    });
  });

  describe('retry, resolve and cancel', () => {
    it('do what the same actions of incidents do', async () => {
      const id = await raisedIncident(service.url);
      const retried = await sluice('retry', id, newId());
      expect([retried.code, retried.stdout.split('\n')[0]?.startsWith(`${id}  retried, failed again: `)]).to.deep.equal([
        1,
        true,
      ]);
      const resolved = await sluice('resolve', id, '--set', 'done=true');
      expect([resolved.code, resolved.stdout]).to.deep.equal([0, `${id}  resolved\n`]);
      const wrong = await sluice('retry');
      expect([wrong.code, wrong.stderr.split('\n')[0]]).to.deep.equal([2, 'retry takes the ids of incidents']);
      expect((await sluice('resolve', id, '--set', 'x=text')).stderr).to.contain('is not JSON');
    });

    it('end each instance separately when one of them is unknown', async () => {
      const [first, second, gone] = [await start(service.url, 'order'), await start(service.url, 'order'), newId()];
      const { code, stdout } = await sluice('cancel', first, gone, second, '--reason', 'twice');
      expect([code, stdout]).to.deep.equal([
        1,
        `${first}  cancelled\n${gone}  Instance ${gone} not found\n${second}  cancelled\n`,
      ]);
      for (const id of [first, second]) {
        const state = await eventually('it is cancelled', async () => {
          const found = await stateOf(service.url, id);
          return found.isCancelled ? found : undefined;
        });
        expect(state.isCompleted).to.equal(true);
      }
      const json = await sluice('cancel', first, '--json');
      expect([json.code, JSON.parse(json.stdout)]).to.deep.equal([0, [{ instanceId: first, refusal: null }]]);
      const away = await runVerb(['cancel', first, second], { SLUICE_URL: 'http://127.0.0.1:1' });
      expect([away.code, away.stdout]).to.deep.equal([1, '']);
    });
  });

  describe('fork and revive', () => {
    it('show which instance continues, and where, when it does', async () => {
      const instanceId = await start(service.url, 'two', { Variables: { x: 1 } });
      const plan = await sluice('fork', instanceId, '--dry-run');
      expect([plan.code, plan.stdout.split('\n')[0]]).to.deep.equal([
        0,
        `A new instance would continue from step 0 of ${instanceId}.`,
      ]);
      const forked = await sluice('fork', instanceId, '--step', '1', '--variables', '{"x":2}');
      expect(forked.code, forked.stderr).to.equal(0);
      const [, forkId = ''] = /^(\S+) continues from step 1 of /.exec(forked.stdout) ?? [];
      expect((await stateOf(service.url, forkId)).variableStates[0]?.variables).to.deep.equal({ x: 2 });
      expectEmpty(await post(service.url, `/Instances/${forkId}/cancel`, {}));
      const revived = await sluice('revive', forkId, '--json');
      expect(JSON.parse(revived.stdout)).to.deep.equal({
        WorkflowInstanceId: forkId,
        Step: 1,
        IsFork: false,
        IsDryRun: false,
        SinceThen: [],
        Repeats: [],
      });
    });

    it('end with 1 when the API refuses, and with 2 when the arguments are wrong', async () => {
      const unknown = await sluice('fork', UNKNOWN_ID);
      expect([unknown.code, unknown.stderr]).to.deep.equal([1, `Workflow instance '${UNKNOWN_ID}' not found.\n`]);
      const wrong = [
        ['fork', UNKNOWN_ID, 'more'],
        ['fork', UNKNOWN_ID, '--step', 'x'],
        ['fork', UNKNOWN_ID, '--variables', '[]'],
        ['revive', UNKNOWN_ID, '--step', '1'],
        ['revive', '--nothing'],
      ];
      const codes: unknown[] = [];
      for (const operands of wrong) codes.push((await sluice(...operands)).code);
      expect(codes).to.deep.equal([2, 2, 2, 2, 2]);
    });
  });
});
