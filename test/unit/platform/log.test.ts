import { expect } from 'chai';
import { type Logger, type LogProperties, openLog } from '../../../src/platform/log.ts';
import type { LogLevel } from '../../../src/platform/log-events.ts';
import { activityScope, instanceScope } from '../../../src/platform/log-scope.ts';
import { visibleText } from '../../../src/platform/redact.ts';

describe('the log', () => {
  let lines: Record<string, unknown>[];
  beforeEach(() => {
    lines = [];
  });

  function open(level: LogLevel = 'Debug'): Logger {
    const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
    return openLog({ level, role: 'worker', processName: 'worker-1', destination });
  }

  it('writes one object with the members of the contract when an event happens', () => {
    open().event('instance-started', { ProcessDefinitionId: 'order:1', VariableNames: ['a', 'b'] });
    const { timestamp, ...rest } = lines[0] ?? {};
    expect(timestamp).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
    expect(rest).to.deep.equal({
      level: 'Information',
      eventId: 1002,
      message: 'instance started',
      role: 'worker',
      processName: 'worker-1',
      ProcessDefinitionId: 'order:1',
      VariableNames: ['a', 'b'],
    });
  });

  it('names each level as the contract does when events of all levels happen', () => {
    const log = open();
    const names = ['command-begun', 'instance-started', 'instance-cancelled', 'instance-failed', 'invariant-broken'] as const;
    for (const name of names) log.event(name);
    expect(lines.map((line) => line['level'])).to.deep.equal(['Debug', 'Information', 'Warning', 'Error', 'Critical']);
  });

  it('writes nothing and reports it when the level of the event is too low', () => {
    const log = open('Warning');
    log.event('instance-started');
    expect([log.isEnabled('instance-started'), log.isEnabled('instance-cancelled'), lines.length]).to.deep.equal([
      false,
      true,
      0,
    ]);
  });

  it('carries the scope on every line when a child is used, and none on others', () => {
    const log = open();
    const child = log.child(instanceScope({ processKey: 'order', instanceId: 'i-1', activityId: 'review' }));
    child.child(activityScope('pay', 'a-1')).event('entry-spawned', { ActivityType: 'Task' });
    log.event('role-started');
    expect(lines[0]).to.include({
      WorkflowId: 'order',
      ProcessDefinitionKey: 'order',
      WorkflowInstanceId: 'i-1',
      BusinessId: '-',
      ActivityId: 'pay',
      ActivityInstanceId: 'a-1',
    });
    expect(lines[1]).not.to.have.property('WorkflowId');
  });

  it('keeps the business id in the scope when there is one', () => {
    expect(instanceScope({ processKey: 'p', instanceId: 'i', businessId: 'PO-7' })).to.deep.equal({
      WorkflowId: 'p',
      ProcessDefinitionKey: 'p',
      WorkflowInstanceId: 'i',
      BusinessId: 'PO-7',
    });
  });

  it('hides secrets when it is in a value or under a name of secrets', () => {
    const properties: LogProperties = {
      ErrorMessage: 'redis://:s3cret@cache refused; sent Bearer s3cret.s3cret',
      Reason: 'no answer from postgres://sluice:s3cret@db/x',
      Password: 's3cret',
      AccessToken: 's3cret',
      TokenCount: 3,
    };
    open().event('database-unreachable', properties);
    expect(JSON.stringify(lines)).not.to.contain('s3cret');
    expect(lines[0]).to.include({ Reason: 'no answer from postgres://***@db/x', TokenCount: 3 });
  });

  it('hides secrets in linear time, also in a long text without an address', () => {
    const began = performance.now();
    const properties: LogProperties = { Reason: `${'a'.repeat(300_000)} postgres://sluice:s3cret@db/x` };
    open().event('database-unreachable', properties);
    expect(performance.now() - began).to.be.below(2000);
    expect(JSON.stringify(lines)).not.to.contain('s3cret');
  });

  it('has the text that a plugin gives as its message, without secrets, when the event names it', () => {
    open().event('plugin-log-information', { TaskType: 'greet', PluginMessage: 'asked postgres://me:s3cret@db/x' });
    expect(lines[0]).to.include({
      eventId: 4044,
      message: 'asked postgres://***@db/x',
      PluginMessage: 'asked postgres://***@db/x',
    });
  });

  it('stays one line when text from outside holds line breaks', () => {
    const written: string[] = [];
    const log = openLog({
      level: 'Debug',
      role: 'api',
      processName: 'p',
      destination: { write: (line: string) => void written.push(line) },
    });
    log.event('cancel-requested', { Reason: 'a\n{"level":"Critical"}\r\u2028b' });
    expect(written.join('').split('\n')).to.have.lengthOf(2);
    expect(JSON.parse(written[0] ?? '')).to.include({ Reason: 'a\n{"level":"Critical"}\r\u2028b' });
  });

  it('escapes what a viewer would act upon when text from outside holds it, and reads as the same values', () => {
    const written: string[] = [];
    const exported: string[] = [];
    const log = openLog({
      level: 'Debug',
      role: 'api',
      processName: 'p',
      destination: { write: (line: string) => void written.push(line) },
      onLine: (line) => exported.push(line),
    });
    const hostile = '\u2028\u2029\u202e\u2066\u200f\u061c\u0085\u009b31m\u007f\ufeff\u001b[2J';
    log.child({ BusinessId: hostile }).event('instance-started', { VariableNames: [hostile] });
    expect(written.join('').trimEnd()).to.match(/^[\x20-\x7e]+$/);
    expect(JSON.parse(written[0] ?? '')).to.deep.include({ BusinessId: hostile, VariableNames: [hostile] });
    expect(exported).to.deep.equal(written);
  });
});

describe('visibleText', () => {
  it('shows escapes when a text would move the cursor or turn the direction of a terminal', () => {
    expect(visibleText('a\u001b[2Jb\r\n\u202ec\u009b1m')).to.equal('a\\u001b[2Jb\\u000d\\u000a\\u202ec\\u009b1m');
    expect(visibleText('Grüße, 世界 👍')).to.equal('Grüße, 世界 👍');
  });
});
