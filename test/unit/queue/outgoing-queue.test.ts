import { expect } from 'chai';
import type { CommandBatch } from '../../../src/messages/command-batch.ts';
import { sizeOfCommand } from '../../../src/messages/command-facts.ts';
import type { Command } from '../../../src/messages/commands.ts';
import { newId } from '../../../src/platform/ids.ts';
import { silentLog } from '../../../src/platform/log.ts';
import { OutgoingQueue } from '../../../src/queue/outgoing-queue.ts';
import { deployOf, startOf } from '../../support/commands.ts';
import { eventually } from '../../support/eventually.ts';

const SIZE = 1_000_000;
const large = (): Command => ({ ...startOf('order'), variables: { text: 'x'.repeat(SIZE) } });

describe('gathering commands into command batches', () => {
  /** Gathers these commands, added in one turn of the event loop. @returns the command batches that were handed over */
  async function commandBatchesOf(commands: readonly Command[]): Promise<readonly (readonly Command[])[]> {
    const commandBatches: (readonly Command[])[] = [];
    const backend = {
      kind: 'redis',
      add: async (commandBatch: CommandBatch) => void commandBatches.push(commandBatch.commands),
    } as const;
    const limits = { maxWaiting: 1000, maxWaitingSize: 100 * SIZE };
    const queue = new OutgoingQueue({ backend, replyTo: 'api', log: silentLog, isWaiting: () => true }, limits);
    for (const command of commands) queue.enter({ command, size: sizeOfCommand(command) });
    await eventually('all are handed over', () => commandBatches.flat().length === commands.length);
    return commandBatches;
  }

  it('shares one command batch among as many as a command batch carries when they are small', async () => {
    const commandBatches = await commandBatchesOf(Array.from({ length: 200 }, () => startOf('order')));
    expect(commandBatches.map(({ length }) => length)).to.deep.equal([128, 72]);
  });

  for (const [kind, unanswered] of [
    ['redis', 1],
    ['postgres', 2],
  ] as const) {
    it(`collects commands from ${unanswered} unanswered command batches when the queue is in ${kind}`, async () => {
      const sizes: number[] = [];
      const backend = { kind, add: async ({ commands }: CommandBatch) => void sizes.push(commands.length) };
      const limits = { maxWaiting: 1000, maxWaitingSize: 100 * SIZE };
      const queue = new OutgoingQueue({ backend, replyTo: 'api', log: silentLog, isWaiting: () => true }, limits);
      const enter = async (count: number) => {
        for (let n = 0; n < count; n += 1) queue.enter({ command: startOf('order'), size: 1 });
        await new Promise(setImmediate); // the same turn in which the queue sends: no timer fires between
      };
      for (let n = 0; n < unanswered; n += 1) await enter(1);
      await enter(3);
      expect(sizes).to.deep.equal(Array(unanswered).fill(1));
      queue.answered();
      expect(sizes.at(-1)).to.equal(3);
    });
  }

  it('ends a command batch before it is too much for one transaction when they are large', async () => {
    const commands = Array.from({ length: 7 }, large);
    const commandBatches = await commandBatchesOf(commands);
    expect(commandBatches.map(({ length }) => length)).to.deep.equal([2, 2, 2, 1]);
    expect(commandBatches.flat()).to.deep.equal(commands);
  });

  it('lets a command travel alone when it is larger than a command batch should be', async () => {
    const [small, other] = [startOf('order'), startOf('order')];
    const huge: Command = { ...startOf('order'), variables: { text: 'x'.repeat(5 * SIZE) } };
    expect(await commandBatchesOf([small, huge, other])).to.deep.equal([[small], [huge], [other]]);
  });

  it('keeps the order and lets a deploy travel alone when it is between others', async () => {
    const [first, second, deploy, last] = [startOf('order'), startOf('order'), deployOf('<x/>'), startOf('order')];
    expect(await commandBatchesOf([first, second, deploy, last])).to.deep.equal([[first, second], [deploy], [last]]);
  });

  it('sends a deletion alone when it is between others', async () => {
    const deletion: Command = { kind: 'DeleteInstance', id: newId(), instanceId: newId() };
    const [first, last] = [startOf('order'), startOf('order')];
    expect(await commandBatchesOf([first, deletion, last])).to.deep.equal([[first], [deletion], [last]]);
  });
});
