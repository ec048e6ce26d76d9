import { expect } from 'chai';
import { newId } from '../../../src/platform/ids.ts';
import { signEnvelope, signedAtHome, takeSigned } from '../../../src/queue/signed-envelope.ts';
import { startOf } from '../../support/commands.ts';
import { envelopeOf } from '../../support/open-backend.ts';
import { recordingLog } from '../../support/recording-log.ts';

describe('a signed envelope', () => {
  const [ours, other] = [newId(), newId()];
  const envelope = envelopeOf([startOf('order'), startOf('order')]);

  it('is taken, without its signature, when it is of this installation', () => {
    expect(takeSigned(signEnvelope(envelope, ours), ours, recordingLog())).to.deep.equal(envelope);
  });

  for (const [what, data] of [
    ['another installation', signEnvelope(envelope, other)],
    ['nobody', envelope],
    ['nobody that can be named', { ...envelope, installation: { id: ours } }],
  ] as const) {
    it(`is refused, and that is reported, when it is of ${what}`, () => {
      const log = recordingLog();
      expect(takeSigned(data, ours, log)).to.equal(undefined);
      expect(log.of(7047).map(({ properties }) => [properties['EnvelopeId'], properties['CommandCount']])).to.deep.equal([
        [envelope.id, 2],
      ]);
    });
  }

  it('is not needed in the queue of the database itself, where an earlier release signs nothing', () => {
    expect(takeSigned(signedAtHome(envelope, ours), ours, recordingLog())).to.deep.equal(envelope);
    expect(takeSigned(signedAtHome(signEnvelope(envelope, other), ours), ours, recordingLog())).to.equal(undefined);
    expect(signedAtHome('text', ours)).to.equal('text');
  });
});
