import { expect } from 'chai';
import { deferred } from '../../support/deferred.ts';
import { eventually } from '../../support/eventually.ts';
import { deploy, start, stateOf, UNKNOWN_ID } from '../../support/http/steps.ts';
import { sequence } from '../../support/models/models.ts';
import { runVerb } from '../../support/run-verb.ts';
import { startService, type TestService } from '../../support/service.ts';
import { itFull } from '../../support/tier.ts';

const MODEL = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn"
    xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" targetNamespace="t">
  <message id="m" name="paid"><extensionElements><zeebe:subscription correlationKey="= order"/></extensionElements></message>
  <signal id="s" name="stock arrived"/>
  <process id="order" isExecutable="true">
    <startEvent id="start"/><sequenceFlow id="f0" sourceRef="start" targetRef="approve"/>
    <userTask id="approve" name="Approve" camunda:candidateGroups="managers"/><sequenceFlow id="f1" sourceRef="approve" targetRef="wait-money"/>
    <intermediateCatchEvent id="wait-money"><messageEventDefinition messageRef="m"/></intermediateCatchEvent>
    <sequenceFlow id="f2" sourceRef="wait-money" targetRef="wait-stock"/>
    <intermediateCatchEvent id="wait-stock"><signalEventDefinition signalRef="s"/></intermediateCatchEvent>
    <sequenceFlow id="f3" sourceRef="wait-stock" targetRef="end"/><endEvent id="end"/>
  </process>
</definitions>`;

describe('sluice for the work of a day', function () {
  this.timeout(240_000);
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, MODEL);
  });
  after(() => service.stop());

  const sluice = (...words: readonly string[]) => runVerb(words, { SLUICE_URL: service.url });
  const good = async (...words: readonly string[]) => {
    const { code, stdout, stderr } = await sluice(...words);
    expect([code, stderr], words.join(' ')).to.deep.equal([0, '']);
    return stdout;
  };
  const taskOf = (instance: string) =>
    eventually('the task is listed', async () => {
      const { data } = JSON.parse(await good('tasks', '--group', 'managers'));
      return data.find((task: { workflowInstanceId: string }) => task.workflowInstanceId === instance)?.activityInstanceId as
        | string
        | undefined;
    });

  itFull('takes an instance from its start to its end, and shows its state and history on the way', async () => {
    const id = (await good('run', 'order', '--set', 'order=PO-1', '--set', 'total=12.5', '--business-id', 'B-1')).trim();
    expect((await stateOf(service.url, id)).variableStates[0]?.variables).to.deep.equal({ order: 'PO-1', total: 12.5 });
    expect(await good('state', id, '--table')).to.match(/^Running: approve\n {2}done {7}start\n/);
    const begun = deferred();
    const watched = runVerb(['state', id, '--watch', '--table'], { SLUICE_URL: service.url }, undefined, (stdout) => {
      if (stdout.includes('Running: approve')) begun.resolve();
    });
    await Promise.race([begun.promise, watched]);

    const task = await taskOf(id);
    for (const [option, value] of [
      ['--process', 'order'],
      ['--business-id', 'B-1'],
      ['--name', 'Approve'],
    ] as const) {
      expect(await good('tasks', option, value, '--table'), option).to.include(task);
      expect(await good('tasks', option, 'another', '--table'), option).to.equal('No tasks.\n');
    }
    expect(await good('tasks', '--table')).to.match(new RegExp(`^TASK .*\\n${task} +approve +- +managers`));
    expect(await good('tasks', 'claim', task, '--user', 'mia', '--group', 'managers')).to.equal('Claimed.\n');
    expect(await good('tasks', 'unclaim', task)).to.equal('Given back.\n');
    await good('tasks', 'claim', task, '--user', 'mia', '--group', 'staff', '--group', 'managers');
    expect(await good('tasks', 'comments', task, '--table')).to.equal('No comments.\n');
    expect(await good('tasks', 'comment', task, '--user', 'mia', '--text', 'Who has the invoice?')).to.equal('Stored.\n');
    expect(await good('tasks', 'comments', task, '--table')).to.match(/^AT +BY +TEXT\n\S+ +mia +Who has the invoice\?\n$/);
    expect(await good('tasks', 'complete', task, '--user', 'mia', '--set', 'approved=true')).to.equal('Completed.\n');
    expect(await good('message', 'paid', '--key', 'PO-1', '--table')).to.equal(`${id}\n`);
    const kept = await good('message', 'paid', '--key', 'PO-9', '--time-to-live', '60', '--id', 'm-1', '--table');
    expect(kept).to.equal('The message waits for a receiver.\n');
    expect(JSON.parse(await good('signal', 'stock arrived', '--set', 'item=tea'))).to.deep.equal({
      DeliveredCount: 1,
      WorkflowInstanceIds: [id],
    });

    const { code, stdout } = await watched;
    expect([code, stdout.split('\n')[0]]).to.deep.equal([0, 'Running: approve']);
    expect(stdout).to.contain('\nCompleted: nothing is active\n');
    const history = JSON.parse(await good('history', id));
    expect(history.items.at(-1).type).to.equal('WorkflowCompleted');
    expect(await good('history', id, '--table')).to.match(/^# +AT +TYPE +ELEMENT +BY +DATA\n1 +\S+ +WorkflowStarted /);
    const whole = JSON.parse(await good('export', id));
    expect([whole.state.isCompleted, whole.history.length]).to.deep.equal([true, history.totalCount]);
  });

  it('reads all pages of a long history', async () => {
    const id = await start(service.url, 'order', { Variables: { order: 'long' } });
    for (let n = 0; n < 4; n++)
      await good('variables', id, ...Array.from({ length: 30 }, (_, i) => ['--set', `v${i}=${n}`]).flat());
    await stateOf(service.url, id);
    const { items, totalCount } = JSON.parse(await good('history', id));
    expect(items).to.have.length(totalCount);
    expect(items.map(({ sequence }: { sequence: number }) => sequence)).to.deep.equal(Array.from(items, (_, index) => index + 1));
  });

  it('fails and cancels tasks, and a watched state ends with 1 when the instance has failed', async () => {
    const [failing, cancelled] = [await start(service.url, 'order'), await start(service.url, 'order')];
    expect(await good('tasks', 'fail', await taskOf(failing), '--message', 'no', '--code', 'E1')).to.equal('Failed.\n');
    expect(await good('tasks', 'cancel', await taskOf(cancelled), '--reason', 'twice')).to.equal('Cancelled.\n');
    expect((await sluice('state', failing, '--watch')).code).to.equal(1);
  });

  it('prints status and variables of a started instance when it waits, and ends with 1 unless it has completed', async () => {
    await deploy(service.url, sequence('short'));
    const completed = await sluice('run', 'short', '--set', 'a=1', '--wait', '60');
    expect(completed.code).to.equal(0);
    expect(completed.stdout).to.match(/^[0-9a-f-]{36}\ncompleted\n\{\s*"a": 1\s*\}\n$/);
    const running = await sluice('run', 'order', '--wait', '1');
    expect(running.code).to.equal(1);
    expect(running.stdout).to.match(/^[0-9a-f-]{36}\nrunning\n$/);
  });

  it('ends with 1 and the reason when it is refused', async () => {
    for (const [words, reason] of [
      [['tasks', 'claim', UNKNOWN_ID, '--user', 'a'], `User task '${UNKNOWN_ID}' not found`],
      [['message', 'nobody waits'], 'nobody waits'],
      [['run', 'unknown'], "Workflow with id 'unknown' is not registered"],
      [['history', UNKNOWN_ID], `Instance ${UNKNOWN_ID} not found`],
      [['state', '../x'], "'../x' is not an id"],
      [['export', UNKNOWN_ID], 'not found'],
    ] as const) {
      const { code, stderr, stdout } = await sluice(...words);
      expect([code, stdout], words.join(' ')).to.deep.equal([1, '']);
      expect(stderr).to.contain(reason);
    }
  });

  it('ends with 2 when help of an unknown command is requested', async () => {
    const { code, stderr } = await sluice('help', 'taks');
    expect([code, stderr.split('\n')[0]]).to.deep.equal([2, "unknown command 'taks'. Did you mean tasks?"]);
  });

  it('ends with 2 and the usage on wrong arguments', async () => {
    for (const [words, reason] of [
      [['tasks', 'eat', 'x'], "unknown action 'eat'"],
      [['tasks', 'constructor', 'x'], "unknown action 'constructor'"],
      [['tasks', 'claim'], 'claim takes the id of one task'],
      [['tasks', 'claim', 'x', '--set', 'a=1'], '--set is not for claim'],
      [['tasks', 'fail', 'x'], 'fail needs --message'],
      [['tasks', 'complete', 'x', '--set', '=1'], "'=1' is not name=value"],
      [['message', 'a', 'b'], 'message takes one name'],
      [['signal', ''], 'signal takes one name'],
      [['run', 'order', '--version', '1.5'], '--version is a number from 1'],
      [['state', 'x', '--json', '--table'], 'give --json or --table, not both'],
      [['history', 'x', '--colour'], "Unknown option '--colour'"],
    ] as const) {
      const { code, stderr } = await sluice(...words);
      expect([code, stderr.split('\n')[0]?.slice(0, reason.length)], words.join(' ')).to.deep.equal([2, reason]);
      expect(stderr).to.contain(`\nUsage: sluice ${words[0]}`);
    }
  });
});
