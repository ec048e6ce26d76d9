import { expect } from 'chai';
import { expectEmpty, expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { deploy, start, stateOf, until } from '../support/http/steps.ts';
import { STUCK } from '../support/models/incident-models.ts';
import { sequence, task } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';
import { type ClerkAndChief, startClerkAndChief } from '../support/sign-in/clerk-and-chief.ts';

const FAILS = STUCK.replace('id="stuck"', 'id="fails"').replace(' onFailure="incident"', '');
const group = (key: string, more: object = {}) => ({ ProcessDefinitionKey: key, ActivityId: 'work', ErrorCode: '500', ...more });

describe('ignored failures (docs/contributing/spec/incidents.md#ignored)', () => {
  let service: TestService;
  before(async () => {
    service = await startService({ shards: 2, env: { Audit__Enabled: 'true' } });
    await deploy(service.url, STUCK);
    await deploy(service.url, FAILS);
  });
  after(() => service.stop());

  const ignored = async () => expectJson(await get(service.url, '/Incidents/ignored')).items;
  const ignore = (body: object) => post(service.url, '/Incidents/ignore', body);
  const show = (body: object) => post(service.url, '/Incidents/show', body);

  it('lists the group with its failures in all shards, those that follow included, until it is shown again', async () => {
    await start(service.url, 'stuck');
    expectEmpty(await ignore(group('stuck', { Reason: 'known', Until: '2099-01-31T00:00:00Z' })));
    for (let n = 0; n < 7; n += 1) await start(service.url, 'stuck');
    const [row, ...more] = await ignored();
    expect(more).to.deep.equal([]);
    const { ignoredAt, lastFailedAt, ...rest } = row;
    expect(rest).to.deep.equal({
      processDefinitionKey: 'stuck',
      activityId: 'work',
      errorCode: '500',
      errorMessage: null,
      reason: 'known',
      until: '2099-01-31T00:00:00.000+00:00',
      ignoredBy: null,
      incidentCount: 8,
      failedInstanceCount: 0,
    });
    expect(Date.parse(lastFailedAt)).to.be.at.least(Date.parse(ignoredAt));
    expect(expectJson(await get(service.url, '/Incidents?filters=ProcessKey==stuck')).totalCount).to.equal(8);
    expectEmpty(await show(group('stuck')));
    expect(await ignored()).to.deep.equal([]);
    expectEmpty(await show(group('stuck')));
  });

  it('counts failed instances, and replaces the reason of a group that is ignored already', async () => {
    for (let n = 0; n < 4; n += 1) await stateOf(service.url, await start(service.url, 'fails'));
    expectEmpty(await ignore(group('fails', { Reason: 'first' })));
    expectEmpty(await ignore(group('fails', { Reason: 'second' })));
    const [row] = await until(ignored, ([found]) => found?.failedInstanceCount === 4);
    expect([row.reason, row.until, row.incidentCount]).to.deep.equal(['second', null, 0]);
    expectEmpty(await show(group('fails')));
  });

  it('has only failures with the message of the group when the group has one', async () => {
    await start(service.url, 'stuck');
    expectEmpty(await ignore(group('stuck', { Reason: 'other', ErrorMessage: 'another message' })));
    expectEmpty(await ignore({ ProcessDefinitionKey: 'stuck', Reason: 'without an element' }));
    expect((await ignored()).map(({ incidentCount }: { incidentCount: number }) => incidentCount)).to.deep.equal([0, 0]);
    expectEmpty(await show(group('stuck', { ErrorMessage: 'another message' })));
    expectEmpty(await show({ ProcessDefinitionKey: 'stuck' }));
    expect(await ignored()).to.deep.equal([]);
  });

  it('answers 400 and changes nothing when a member is missing or wrong', async () => {
    const faults: readonly (readonly [object, string])[] = [
      [{ Reason: 'r' }, 'ProcessDefinitionKey is required'],
      [group('stuck'), 'Reason is required'],
      [group('stuck', { Reason: ' ' }), 'Reason is required'],
      [group('stuck', { Reason: 'r'.repeat(501) }), 'Reason must not be longer than 500 characters'],
      [group('stuck', { Reason: 'r', ErrorMessage: 'm'.repeat(1001) }), 'ErrorMessage must not be longer than 1000 characters'],
      ...['soon', '2001-01-01T00:00:00Z', '+300000-01-01T00:00:00Z'].map(
        (Until) =>
          [group('stuck', { Reason: 'r', Until }), 'Until must be a time in the future such as 2026-12-31T12:00:00Z'] as const,
      ),
    ];
    for (const [body, text] of faults) expectError(await ignore(body), 400, text);
    expectError(await show({}), 400, 'ProcessDefinitionKey is required');
    expect(await ignored()).to.deep.equal([]);
  });

  it('is recorded in the audit with its process', async () => {
    expectEmpty(await ignore(group('stuck', { Reason: 'a secret reason' })));
    expectEmpty(await show(group('stuck')));
    const read = async () =>
      expectJson(await get(service.url, '/Audit?filters=Act==IgnoreFailures|ShowFailures,Result==accepted')).items;
    const acts = await until(read, (rows) => rows.some(({ act }: { act: string }) => act === 'ShowFailures'));
    expect(acts[0]).to.include({ targetKind: 'process', targetId: 'stuck', processKey: 'stuck' });
    expect(JSON.stringify(acts)).not.to.contain('secret');
  });
});

describe('roles for ignored failures (docs/contributing/spec/roles.md#key-patterns)', () => {
  let world: ClerkAndChief;
  before(async () => {
    world = await startClerkAndChief([sequence('order', task('work'))]);
  });
  after(() => world?.stop());

  it('answers 403 when the group is of another key, and lists only groups within the keys', async () => {
    for (const key of ['bill', 'order-1'])
      expectEmpty(await world.send(world.chief, '/Incidents/ignore', group(key, { Reason: `of ${key}` })));
    for (const path of ['/Incidents/ignore', '/Incidents/show']) {
      const refused = await world.send(world.clerk, path, group('bill', { Reason: 'mine' }));
      expectProblem(refused, 403, "This needs the role operator or admin for the process 'bill'.", path);
    }
    const { items } = expectJson(await world.ask(world.clerk, '/Incidents/ignored'));
    expect(items).to.have.length(1);
    expect(items[0]).to.include({ processDefinitionKey: 'order-1', ignoredBy: 'chief', reason: 'of order-1' });
    expectEmpty(await world.send(world.clerk, '/Incidents/show', group('order-1')));
  });
});
