import { expect } from 'chai';
import { sizeOfCommand } from '../../../src/messages/command-facts.ts';
import type { Command } from '../../../src/messages/commands.ts';
import type { Envelope } from '../../../src/messages/envelope.ts';
import { newId } from '../../../src/platform/ids.ts';
import { silentLog } from '../../../src/platform/log.ts';
import { OutgoingQueue } from '../../../src/queue/outgoing-queue.ts';
import { deployOf, startOf } from '../../support/commands.ts';
import { eventually } from '../../support/eventually.ts';

const SIZE = 1_000_000;
const large = (): Command => ({ ...startOf('order'), variables: { text: 'x'.repeat(SIZE) } });

describe('gathering commands into envelopes', () => {
  /** Gathers these commands, added in one turn of the event loop. @returns the envelopes that were handed over */
  async function envelopesOf(commands: readonly Command[]): Promise<readonly (readonly Command[])[]> {
    const envelopes: (readonly Command[])[] = [];
    const backend = { add: async (envelope: Envelope) => void envelopes.push(envelope.commands) };
    const limits = { maxWaiting: 1000, maxWaitingSize: 100 * SIZE };
    const queue = new OutgoingQueue({ backend, replyTo: 'api', log: silentLog, isWaiting: () => true }, limits);
    for (const command of commands) queue.enter({ command, size: sizeOfCommand(command) });
    await eventually('all are handed over', () => envelopes.flat().length === commands.length);
    return envelopes;
  }

  it('shares one envelope among as many as an envelope carries when they are small', async () => {
    const envelopes = await envelopesOf(Array.from({ length: 200 }, () => startOf('order')));
    expect(envelopes.map(({ length }) => length)).to.deep.equal([128, 72]);
  });

  it('ends an envelope before it is too much for one transaction when they are large', async () => {
    const commands = Array.from({ length: 7 }, large);
    const envelopes = await envelopesOf(commands);
    expect(envelopes.map(({ length }) => length)).to.deep.equal([2, 2, 2, 1]);
    expect(envelopes.flat()).to.deep.equal(commands);
  });

  it('lets a command travel alone when it is larger than an envelope should be', async () => {
    const [small, other] = [startOf('order'), startOf('order')];
    const huge: Command = { ...startOf('order'), variables: { text: 'x'.repeat(5 * SIZE) } };
    expect(await envelopesOf([small, huge, other])).to.deep.equal([[small], [huge], [other]]);
  });

  it('keeps the order and lets a deploy travel alone when it is between others', async () => {
    const [first, second, deploy, last] = [startOf('order'), startOf('order'), deployOf('<x/>'), startOf('order')];
    expect(await envelopesOf([first, second, deploy, last])).to.deep.equal([[first, second], [deploy], [last]]);
  });

  it('sends a deletion alone when it is between others', async () => {
    const deletion: Command = { kind: 'DeleteInstance', id: newId(), instanceId: newId() };
    const [first, last] = [startOf('order'), startOf('order')];
    expect(await envelopesOf([first, deletion, last])).to.deep.equal([[first], [deletion], [last]]);
  });
});
