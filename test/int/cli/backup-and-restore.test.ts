import { expect } from 'chai';
import { openProgramSession, type ProgramSession } from '../../support/pages/program-session.ts';

// tier all: starts replicas as programs and restores a backup, as the page says; takes 25 s

describe('the drill of backup-and-restore.md', function () {
  this.timeout(300_000);
  let session: ProgramSession;
  before(async () => {
    session = await openProgramSession({
      pages: ['docs/tutorials/approval-process.md', 'docs/how-to/back-up-and-restore.md'],
      ports: [8080],
      env: {},
    });
  });
  after(() => session?.close());

  it('brings everything back when the data folder is destroyed, and shows that journal and read side agree', async () => {
    expect(session.blockCount).to.be.greaterThan(8);
    expect((await session.run()) ?? 'as the page says').to.equal('as the page says');
  });
});
