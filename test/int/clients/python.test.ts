import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { deploy, start } from '../../support/http/steps.ts';
import { oneTask } from '../../support/models/custom-task-models.ts';
import { startService } from '../../support/service.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..', '..');
const PACKAGE = join(ROOT, 'clients', 'python');
const answers = (...words: readonly string[]) => spawnSync('python3', words).status === 0;
const hasPython = answers('-c', 'import sys; sys.exit(sys.version_info < (3, 9))');
if (!hasPython) process.stdout.write('\n!!! No python3 of 3.9 or newer on the path: the tests of clients/python are LEFT OUT.\n');
/** Without them pip would fetch them: they are what builds a package. */
const hasPip =
  hasPython && (answers('-c', 'import pip, setuptools.command.bdist_wheel') || answers('-c', 'import pip, setuptools, wheel'));
if (hasPython && !hasPip)
  process.stdout.write('\n!!! No pip with setuptools and wheel: clients/python is NOT INSTALLED by the tests.\n');

describe('the client in Python', () => {
  it('has the version of the service', async () => {
    const own = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    expect(await readFile(join(PACKAGE, 'pyproject.toml'), 'utf8')).to.include(`\nversion = "${own.version}"\n`);
  });

  if (!hasPython) return;
  const env = { ...process.env, PYTHONPATH: join(PACKAGE, 'src'), PYTHONDONTWRITEBYTECODE: '1' };

  it('passes its own tests when they are run', async () => {
    const { stderr } = await run('python3', ['-m', 'unittest'], { cwd: join(PACKAGE, 'tests'), env }).catch((failed) =>
      expect.fail(failed.stderr),
    );
    expect(stderr).to.match(/Ran \d\d tests in /);
  }).timeout(180_000);

  it('finds what it has written, goes through lists, and does tasks when the service is real', async () => {
    const service = await startService();
    try {
      await deploy(service.url, oneTask('order', 'quote', { inputs: { quantity: '=quantity' }, outputs: { price: '=price' } }));
      await start(service.url, 'order', { Variables: { quantity: 1 }, BusinessId: 'other' });
      const program = `
import sys, time
from sluice import BadRequest, NotFound, SluiceClient
sluice = SluiceClient(sys.argv[1])
ids = [sluice.start({"WorkflowId": "order", "Variables": {"quantity": n}, "BusinessId": "mine"})["WorkflowInstanceId"] for n in range(25)]
assert sluice.find_instances(business_id="mine")["totalCount"] == 25
assert {row["instanceId"] for row in sluice.all.find_instances(business_id="mine", page_size=10)} == set(ids)
for refused, kind in ((lambda: sluice.start({"WorkflowId": "nobody/ä"}), NotFound), (lambda: sluice.start({}), BadRequest)):
    try:
        refused()
        raise SystemExit("it was not refused")
    except kind as error:
        print(error)
for rows in (sluice.all.list_user_tasks(), sluice.all.list_audit(), sluice.all.read_history(ids[0]), sluice.all.read_waiting(ids[0]), sluice.all.list_definitions()):
    list(rows)
with sluice.work("quote", lambda task, context: {"price": task["input"]["quantity"] * 3}):
    while sluice.find_instances(filters="Status==Running")["totalCount"] > 0:
        time.sleep(0.05)
print(sorted(sluice.read_state(one)["variableStates"][0]["variables"]["price"] for one in ids)[-1], sluice.ready())
sluice.close()`;
      const { stdout } = await run('python3', ['-c', program, service.url], { env });
      expect(stdout.split('\n')).to.deep.equal([
        "Workflow with id 'nobody/ä' is not registered. Ensure the workflow is deployed before creating instances.",
        'WorkflowId is required',
        '72 Ready',
        '',
      ]);
    } finally {
      await service.stop();
    }
  });

  if (!hasPip) return;
  it('is installed by pip from its folder, with its types and without anything else', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-python-'));
    try {
      await cp(PACKAGE, join(folder, 'source'), { recursive: true });
      const options = ['--no-index', '--no-build-isolation', '--no-deps', '--quiet', '--target', join(folder, 'site')];
      await run('python3', ['-m', 'pip', 'install', ...options, join(folder, 'source')]);
      await writeFile(join(folder, 'try.py'), 'import sluice, os; print(sorted(os.listdir(os.path.dirname(sluice.__file__))))');
      const { stdout } = await run('python3', [join(folder, 'try.py')], {
        env: { ...process.env, PYTHONPATH: join(folder, 'site'), PYTHONDONTWRITEBYTECODE: '1' },
      });
      expect(stdout).to.include("'py.typed'").and.to.include("'types.py'");
    } finally {
      await rm(folder, { recursive: true });
    }
  }).timeout(120_000);
});
