import { expect } from 'chai';
import { newId } from '../../../src/platform/ids.ts';
import { signCommandBatch, signedAtHome, takeSigned } from '../../../src/queue/signed-command-batch.ts';
import { startOf } from '../../support/commands.ts';
import { commandBatchOf } from '../../support/open-backend.ts';
import { recordingLog } from '../../support/recording-log.ts';

describe('a signed command batch', () => {
  const [ours, other] = [newId(), newId()];
  const commandBatch = commandBatchOf([startOf('order'), startOf('order')]);

  it('is taken, without its signature, when it is of this installation', () => {
    expect(takeSigned(signCommandBatch(commandBatch, ours), ours, recordingLog())).to.deep.equal(commandBatch);
  });

  for (const [what, data] of [
    ['another installation', signCommandBatch(commandBatch, other)],
    ['nobody', commandBatch],
    ['nobody that can be named', { ...commandBatch, installation: { id: ours } }],
  ] as const) {
    it(`is refused, and that is reported, when it is of ${what}`, () => {
      const log = recordingLog();
      expect(takeSigned(data, ours, log)).to.equal(undefined);
      expect(log.of(7047).map(({ properties }) => [properties['EnvelopeId'], properties['CommandCount']])).to.deep.equal([
        [commandBatch.id, 2],
      ]);
    });
  }

  it('is not needed in the queue of the database itself, where an earlier release signs nothing', () => {
    expect(takeSigned(signedAtHome(commandBatch, ours), ours, recordingLog())).to.deep.equal(commandBatch);
    expect(takeSigned(signedAtHome(signCommandBatch(commandBatch, other), ours), ours, recordingLog())).to.equal(undefined);
    expect(signedAtHome('text', ours)).to.equal('text');
  });
});
