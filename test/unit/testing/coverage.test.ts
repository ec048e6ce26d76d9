import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openCoverage, openWorld } from '../../../src/testing/index.ts';
import { itFull } from '../../support/tier.ts';
import { END, fileOf, rowOf, START, worldOf } from '../../support/world-files.ts';

const choice =
  '<startEvent id="s" /><exclusiveGateway id="g" default="b" /><userTask id="t" /><endEvent id="e" />' +
  '<sequenceFlow id="a" sourceRef="s" targetRef="g" /><sequenceFlow id="b" sourceRef="g" targetRef="t" />' +
  '<sequenceFlow id="c" sourceRef="g" targetRef="e"><conditionExpression>skip == true</conditionExpression></sequenceFlow>' +
  '<sequenceFlow id="d" sourceRef="t" targetRef="e" />';
const CHOICE = `<process id="p" name="A choice" isExecutable="true">${choice}</process>`;

describe('coverage', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-coverage-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('counts what instances of all worlds reach when they share it', async () => {
    const coverage = openCoverage();
    const first = await worldOf(CHOICE, { coverage });
    await first.start('p', { skip: true });
    const [half] = coverage.processes;
    expect(half?.elements).to.deep.equal({ s: 1, g: 1, t: 0, e: 1 });
    expect(half?.flows).to.deep.equal({ a: 1, b: 0, c: 1, d: 0 });
    expect(half?.share).to.equal(5 / 8);
    expect(coverage.text()).to.contain('elements not reached: t').and.to.contain('62 %');
    const second = await worldOf(CHOICE, { coverage });
    await (await second.start('p', { skip: false })).complete('t');
    expect(coverage.processes).to.have.length(1);
    expect(coverage.processes[0]).to.include({ share: 1, name: 'A choice', file: 'test.bpmn' });
    expect(coverage.text()).to.match(/p +4\/4 +4\/4 +100 %\n$/);
  });

  it('counts a loop once, and a compensation boundary event with its handler', async () => {
    const coverage = openCoverage();
    const loop =
      '<userTask id="t"><multiInstanceLoopCharacteristics><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics></userTask>';
    const world = await worldOf(rowOf('p', START, loop, END), { coverage });
    await world.start('p');
    expect(coverage.processes[0]?.elements['t']).to.equal(1);
    const saga =
      '<startEvent id="s" /><scriptTask id="book"><script>n = 1</script></scriptTask><boundaryEvent id="undo" attachedToRef="book"><compensateEventDefinition /></boundaryEvent>' +
      '<scriptTask id="cancel" isForCompensation="true"><script>n = 0</script></scriptTask><association id="x" sourceRef="undo" targetRef="cancel" />' +
      '<endEvent id="e"><compensateEventDefinition /></endEvent><sequenceFlow id="a" sourceRef="s" targetRef="book" /><sequenceFlow id="b" sourceRef="book" targetRef="e" />';
    const of = openCoverage();
    const other = await worldOf(`<process id="q" isExecutable="true">${saga}</process>`, { coverage: of });
    (await other.start('q')).assertCompleted().assertVariables({ n: 0 });
    expect(of.processes[0]?.share).to.equal(1);
  });

  it('does not count stand-ins, and counts called processes', async () => {
    const coverage = openCoverage();
    const call = '<callActivity id="call" calledElement="child" />';
    const child = rowOf('child', '<startEvent id="cs" />', '<endEvent id="ce" />');
    const world = await worldOf(rowOf('p', START, call, END) + child, { coverage });
    await world.start('p');
    expect(coverage.processes.map(({ key, share }) => [key, share])).to.deep.equal([
      ['p', 1],
      ['child', 1],
    ]);
    await world.stubProcess('child', {});
    (await world.start('p')).assertCompleted();
    expect(coverage.processes.find(({ key }) => key === 'child')?.elements).to.deep.equal({ cs: 1, ce: 1 });
  });

  it('is written as a page and as JSON that hold hostile names as texts, with and without a diagram', async () => {
    const name = '&lt;script&gt;alert(1)&lt;/script&gt;&quot;';
    const shape = (id: string, x: number) =>
      `<di:BPMNShape id="d-${id}" bpmnElement="${id}"><dc:Bounds x="${x}" y="0" width="36" height="36" /></di:BPMNShape>`;
    const diagram = `<di:BPMNDiagram xmlns:di="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC"><di:BPMNPlane bpmnElement="p">${shape('start', 0)}${shape('constructor', 100)}</di:BPMNPlane></di:BPMNDiagram>`;
    const drawn = fileOf(rowOf('p', START, `<userTask id="constructor" name="${name}" />`, END) + diagram);
    const coverage = openCoverage();
    const world = await openWorld({
      files: [
        { name: 'a<b>.bpmn', text: drawn },
        { name: 'c.bpmn', text: fileOf(rowOf('__proto__', '<startEvent id="x" />', '<endEvent id="y" />')) },
      ],
      coverage,
    });
    await world.start('p');
    await coverage.write(folder);
    const html = await readFile(join(folder, 'index.html'), 'utf8');
    expect(html).not.to.contain('<script').and.not.to.contain('a<b>');
    expect(html).to.contain('&lt;script&gt;alert(1)').and.to.contain('The file has no diagram.');
    expect(html.match(/<svg/g)).to.have.length(1);
    const json = JSON.parse(await readFile(join(folder, 'coverage.json'), 'utf8'));
    expect(json.files.map(({ path }: { path: string }) => path)).to.deep.equal(['a<b>.bpmn', 'c.bpmn']);
    expect(json.files[0].processes[0].elements.details[1]).to.deep.include({ id: 'constructor', type: 'userTask', count: 1 });
    expect(json.files[0].processes[0].flows).to.include({ found: 2, hit: 1 });
  });

  itFull('draws every example', async () => {
    const coverage = openCoverage();
    await openWorld({
      files: [
        'examples/loan-approval.bpmn',
        'examples/trip-booking.bpmn',
        'examples/pizza-order.bpmn',
        'examples/insurance-claim.bpmn',
      ],
      coverage,
    });
    await coverage.write(folder);
    const html = await readFile(join(folder, 'index.html'), 'utf8');
    expect(html.match(/<svg/g)).to.have.length(coverage.processes.length);
    expect(html).not.to.contain('NaN').and.not.to.contain('Infinity').and.not.to.contain('undefined');
  });
});
