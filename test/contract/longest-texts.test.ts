import { expect } from 'chai';
import { expectJson } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { deploy, start, startAtTask, stateOf } from '../support/http/steps.ts';
import { messageWait } from '../support/models/event-models.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

describe('texts of the greatest length (docs/contributing/spec/http.md#size-limits)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  it('are stored, shown and found when every character takes three bytes and none repeats another', async () => {
    const [processKey, activity] = [longText(256, 1), longText(253, 2)];
    const [name, correlationKey, BusinessId] = [longText(512, 3), longText(512, 4), longText(256, 5)];
    await deploy(service.url, messageWait(processKey, activity, name, 'orderKey'));
    const waiting = await start(service.url, processKey, { Variables: { orderKey: correlationKey }, BusinessId });
    expect((await stateOf(service.url, waiting)).activeActivityIds).to.deep.equal([activity]);
    const list = await get(service.url, `/Definitions/${encodeURIComponent(processKey)}/instances`);
    expect(expectJson(list).items).to.have.length(1);
    const delivered = await post(service.url, '/Execution/message', { MessageName: name, CorrelationKey: correlationKey });
    expect(expectJson(delivered)).to.deep.equal({ Delivered: true, WorkflowInstanceIds: [waiting] });
    expect((await stateOf(service.url, waiting)).completedActivityIds).to.contain(activity);
  });

  it('distinguish keys when they differ in their last character only', async () => {
    const [first, second] = [`${longText(511, 6)}1`, `${longText(511, 6)}2`];
    await deploy(service.url, messageWait('ends', 'wait', 'arrived', 'orderKey'));
    const [one, two] = [
      await start(service.url, 'ends', { Variables: { orderKey: first } }),
      await start(service.url, 'ends', { Variables: { orderKey: second } }),
    ];
    for (const [CorrelationKey, instance] of [
      [second, two],
      [first, one],
    ]) {
      const delivered = await post(service.url, '/Execution/message', { MessageName: 'arrived', CorrelationKey });
      expect(expectJson(delivered).WorkflowInstanceIds).to.deep.equal([instance]);
    }
  });

  it('do not exist for people: tasks with thousands of characters of them are listed', async () => {
    const [assignee, groups, users] = [longText(1500, 7), longText(1500, 8), longText(4000, 9)];
    await deploy(service.url, sequence('people', userTask('review', { assignee, groups, users })));
    const { taskId } = await startAtTask(service.url, 'people');
    await post(service.url, `/UserTasks/${taskId}/claim`, { UserId: assignee });
    const shown = expectJson(await get(service.url, `/UserTasks/${taskId}`));
    expect(shown.assignee === assignee && shown.candidateGroups[0] === groups && shown.candidateUsers[0] === users).to.equal(
      true,
    );
    const count = async (parameter: string, value: string) =>
      expectJson(await get(service.url, `/UserTasks?${parameter}=${encodeURIComponent(value)}`)).totalCount;
    expect(await count('assignee', assignee)).to.equal(1);
    expect(await count('candidateGroup', groups)).to.equal(1);
    // a beginning of a name is another name
    expect(await count('assignee', assignee.slice(0, -1))).to.equal(0);
    expect(await count('candidateGroup', groups.slice(0, -1))).to.equal(0);
  });
});

/** Letters without any order that could be compressed, three bytes each in UTF-8. */
function longText(length: number, seed: number): string {
  let state = seed;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return String.fromCharCode(0x4e00 + ((state >> 8) % 20_000));
  }).join('');
}
