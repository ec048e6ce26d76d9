import { expect } from 'chai';
import { expectAccessible, expectRows, expectText, rowsOf, untilRead, useUiPages } from '../support/ui-pages.ts';

const model = (content: string) =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="t">
     <process id="loan" name="Loan approval" isExecutable="true"><documentation>Decides about loans.</documentation>${content}</process>
   </definitions>`;
const flow = (id: string, from: string, to: string, content = '') =>
  `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${content}</sequenceFlow>`;
const FIRST = model(
  `<startEvent id="start"/><userTask id="check" name="Check the loan" camunda:assignee="ann"/><userTask id="call" name="Call the customer"/><endEvent id="end"/>
   ${flow('f1', 'start', 'check')}${flow('f2', 'check', 'call')}${flow('f3', 'call', 'end')}`,
);
const SECOND = model(
  `<startEvent id="start"/><userTask id="check" name="Check the loan" camunda:assignee="bob"/><task id="note" name="Write it down"/><endEvent id="end"/>
   ${flow('f1', 'start', 'check')}${flow('f2', 'check', 'note')}${flow('f4', 'note', 'end')}`,
);

describe('the page of a process', function () {
  this.timeout(90_000);
  const ui = useUiPages(async ({ call }) => {
    await call('/Definitions/deploy', { BpmnXml: FIRST });
    await call('/Execution/start', { WorkflowId: 'loan' });
    await call('/Definitions/deploy', { BpmnXml: SECOND });
    for (let count = 0; count < 3; count += 1) await call('/Execution/start', { WorkflowId: 'loan' });
    const { data } = await call<{ data: { activityInstanceId: string }[] }>('/UserTasks?pageSize=1');
    const path = `/UserTasks/${data[0]?.activityInstanceId}`;
    await call(`${path}/claim`, { UserId: 'bob' });
    await call(`${path}/complete`, { UserId: 'bob', Variables: {} });
  });
  const PATH = '/processes/loan';

  it('has name, description and versions, and is reached from the list of workflows', async () => {
    const page = await ui.visit('/workflows');
    expect((await rowsOf(page, 'Processes')).some((row) => row.startsWith('loan Loan approval|'))).to.equal(true);
    await page.getByRole('link', { name: 'Analysis of loan' }).click();
    await page.getByRole('heading', { name: 'Process — Loan approval' }).waitFor();
    await expectText(page, 'Decides about loans.');
    await expectText(page, 'Key: loan');
    await page.getByRole('navigation', { name: 'Pages of this process' }).getByRole('link', { name: 'Versions' }).click();
    const rows = await rowsOf(page, 'Versions');
    expect(rows).to.have.length(2);
    expect(rows[0]).to.match(/^v2\|\d{4}-.*\|—\|4\|3\|Heatmap Compare with v1$/);
  });

  it('has one heading with the same links on all its pages, and marks the current one', async () => {
    const page = await ui.visit('/process-instances/loan');
    const links = page.getByRole('navigation', { name: 'Pages of this process' }).getByRole('link');
    for (const [name, url] of [
      ['Analysis', /\/processes\/loan$/],
      ['Versions', /\/processes\/loan\?view=versions$/],
      ['Instances', /\/process-instances\/loan$/],
    ] as const) {
      await links.getByText(name).click();
      await page.waitForURL(url);
      await page.getByRole('heading', { name: 'Process — Loan approval' }).waitFor();
      await expectText(page, 'Key: loan');
      expect(await links.allInnerTexts()).to.deep.equal(['Instances', 'Analysis', 'Versions']);
      expect(await page.locator('.section-pages [aria-current=page]').allInnerTexts()).to.deep.equal([name]);
      expect(await page.title()).to.equal(`Process — Loan approval — ${name} · Sluice`);
    }
  });

  it('begins with the newest version that has instances', async () => {
    await ui.call('/Definitions/deploy', { BpmnXml: FIRST.replace('"loan"', '"renewed"') });
    await ui.call('/Execution/start', { WorkflowId: 'renewed' });
    await ui.call('/Definitions/deploy', { BpmnXml: SECOND.replace('"loan"', '"renewed"') });
    const page = await ui.visit('/processes/renewed');
    const version = page.getByLabel('Version', { exact: true });
    await version.waitFor();
    expect(await version.inputValue()).to.equal('1');
  });

  it('begins with the newest version that has completed instances, not with one that only runs', async () => {
    const swift = FIRST.replace('"loan"', '"swift"');
    const work = /<userTask (id="check")[^>]*>|<userTask (id="call")[^>]*>/g;
    const scripted = '<scriptTask $1$2 scriptFormat="javascript"><script>done = 1</script></scriptTask>';
    await ui.call('/Definitions/deploy', { BpmnXml: swift.replace(work, scripted) });
    await ui.call('/Execution/start', { WorkflowId: 'swift' });
    await ui.call('/Definitions/deploy', { BpmnXml: swift });
    await ui.call('/Execution/start', { WorkflowId: 'swift' });
    const page = await ui.visit('/processes/swift');
    const version = page.getByLabel('Version', { exact: true });
    await version.waitFor();
    expect(await version.inputValue()).to.equal('1');
  });

  it('colours the elements, with a figure at each, and lists first what took most time', async () => {
    const page = await ui.visit(PATH);
    await page.locator('[data-element-id=check].is-heat-5').waitFor();
    await page.locator('.djs-overlays[data-container-id=check] .diagram-badge-figure').waitFor();
    const rows = await rowsOf(page, 'Metrics of elements');
    expect(rows[0]).to.match(/^Check the loan\|.+\|.+\|.+\|.+\|.+\|1\|0\|0\|—\|2 waiting, oldest .+/);
    await page.getByRole('img', { name: /^Started: 3,/ }).waitFor();
    const bottlenecks = page.getByRole('region', { name: 'Bottlenecks' }).getByRole('listitem');
    await page.setViewportSize({ width: 1440, height: 900 });
    const last = await bottlenecks.last().boundingBox();
    expect((last?.y ?? 900) + (last?.height ?? 0), 'the bottlenecks are on the first screen').to.be.below(900);
    expect(await bottlenecks.first().innerText()).to.match(
      /^Check the loan \d+ % of the time \(\d+ % of it waiting\); 1 completed visit, median .+; 2 waiting, oldest .+, median .+$/,
    );
    for (const row of await bottlenecks.allInnerTexts()) expect(row).not.to.match(/ 0 % of the time/);
    const badge = page.locator('.djs-overlays[data-container-id=check] .diagram-badge-figure');
    expect(await badge.getAttribute('title')).to.match(/^Total time: .+, Median .+, 95 % .+/);
    await page.getByLabel('Metric', { exact: true }).selectOption('Median and 95th percentile');
    await page.waitForURL(/measure=spread/);
    await badge.getByText(/^.+ · .+$/).waitFor();
    await page.getByLabel('Metric', { exact: true }).selectOption('Completed');
    await page.waitForURL(/measure=count/);
    await page.locator('.djs-overlays[data-container-id=check]').getByTitle('Completed: 1').waitFor();
    await page.getByRole('button', { name: /^Completed/ }).click();
    await page.waitForURL(/sort=-completed/);
    await page.reload();
    expect(await page.getByLabel('Metric', { exact: true }).inputValue()).to.equal('count');
  });

  it('has the heat map directly below the selectors, and the trends after it, in a window of 1024 px', async () => {
    const page = await ui.open();
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.goto(`${ui.url}${PATH}`);
    const topOf = async (part: ReturnType<typeof page.locator>) => (await part.boundingBox())?.y ?? 0;
    const trends = page.getByRole('region', { name: 'Trends' });
    await trends.waitFor();
    const diagram = await topOf(page.getByRole('region', { name: 'Diagram' }));
    expect(diagram).to.be.greaterThan(await topOf(page.getByLabel('Metric', { exact: true })));
    expect(diagram).to.be.lessThan(await topOf(trends));
    expect(diagram).to.be.lessThan(600);
  });

  it('shows number, completion rate and durations of the whole process, and compares them, when instances completed', async () => {
    for (const name of ['First', 'Second']) {
      const content = `<startEvent id="start"/><endEvent id="end"/>${flow('f1', 'start', 'end')}`;
      await ui.call('/Definitions/deploy', {
        BpmnXml: model(content).replace('"loan" name="Loan approval"', `"quick" name="${name}"`),
      });
      await ui.call('/Execution/start', { WorkflowId: 'quick' });
    }
    const page = await ui.visit('/processes/quick');
    await expectText(page, /^1 instance ended: 100 % completed, 0 failed, 0 cancelled\. Duration of the completed ones: median /);
    await page.getByText('(100 % of completed and failed)').waitFor();
    await page.getByRole('link', { name: 'Versions', exact: true }).click();
    await page.getByRole('link', { name: 'v2: Compare with v1' }).click();
    expect((await rowsOf(page, 'Durations of v1 and v2'))[0]).to.match(/^Whole process\|1 → 1 \(±0\)\|.+ → .+\|.+ → .+/);
  });

  it('selects an element of the diagram when its row is pressed, and the row when the element is', async () => {
    const page = await ui.visit(PATH);
    await page.getByRole('table', { name: 'Metrics of elements' }).getByRole('button', { name: 'Check the loan' }).click();
    await page.locator('[data-element-id=check].is-selected').waitFor();
    await page.locator('[data-element-id=note] .djs-hit').first().click({ force: true });
    await page.waitForURL(/element=note/);
    await page.getByRole('row', { selected: true }).getByText('Write it down').waitFor();
  });

  it('shows another version and period when they are chosen', async () => {
    const page = await ui.visit(`${PATH}?view=versions`);
    await page.getByRole('link', { name: 'Heatmap of v1' }).click();
    await page.waitForURL(/version=1$/);
    await page.locator('[data-element-id=call]').first().waitFor();
    await page.getByLabel('Ended within').selectOption('the last hour');
    await page.waitForURL(/period=hour/);
    await expectText(page, /^Of 1 instances/);
  });

  it('marks in both diagrams what is different, and names attribute, before and after', async () => {
    const page = await ui.visit(`${PATH}?view=versions`);
    await page.getByRole('link', { name: 'v2: Compare with v1' }).click();
    await page.waitForURL(/compare=1\.\.2/);
    const [before, after] = ['Diagram of v1', 'Diagram of v2'].map((name) => page.getByRole('region', { name }));
    await before?.locator('[data-element-id=call].is-removed').waitFor();
    await after?.locator('[data-element-id=note].is-added').waitFor();
    for (const side of [before, after]) await side?.locator('[data-element-id=check].is-changed').waitFor();
    const changes = page.getByRole('table', { name: 'Attributes of check' });
    expect(await changes.locator('tbody tr').innerText()).to.match(/^camunda:assignee\s+ann\s+bob$/);
    const added = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Show Write it down in' }) });
    await added
      .getByText("Check the loan → Write it down: flow: target changed, 'Call the customer' → 'Write it down'")
      .waitFor();
    await added.getByText('Write it down → end: flow added', { exact: true }).waitFor();
    await expectText(page, '3 elements are different. 3 flows follow from this.');
    await page.getByRole('button', { name: 'Show Check the loan in the diagrams' }).click();
    for (const side of [before, after]) await side?.locator('[data-element-id=check].is-selected').waitFor();
    expect(page.url()).to.match(/element=check/);
  });

  it('shows an element with another id as changed, not as added and removed, and selects it in both diagrams', async () => {
    const other = (xml: string) => xml.replace('"loan"', '"moved-on"');
    const renamed = FIRST.replaceAll('"check"', '"rate"')
      .replace('Check the loan', 'Rate the loan')
      .replaceAll('"call"', '"phone"');
    await ui.call('/Definitions/deploy', { BpmnXml: other(FIRST) });
    await ui.call('/Definitions/deploy', { BpmnXml: other(renamed) });
    const page = await ui.visit('/processes/moved-on?compare=1..2');
    const [before, after] = ['Diagram of v1', 'Diagram of v2'].map((name) => page.getByRole('region', { name }));
    await before?.locator('[data-element-id=check].is-changed').waitFor();
    await after?.locator('[data-element-id=rate].is-changed').waitFor();
    const entries = page.getByRole('region', { name: 'Changes' }).getByRole('listitem');
    await entries.getByText('≠ ID changed', { exact: true }).waitFor();
    await entries.getByText('≠ Renamed', { exact: true }).waitFor();
    expect(await page.getByRole('table', { name: 'Attributes of phone' }).locator('tbody tr').innerText()).to.match(
      /^ID\s+call\s+phone$/,
    );
    await expectText(page, /^2 elements are different\.$/);
    await before?.locator('[data-element-id=check] .djs-hit').first().click({ force: true });
    await page.waitForURL(/element=rate/);
    await before?.locator('[data-element-id=check].is-selected').waitFor();
    await after?.locator('[data-element-id=rate].is-selected').waitFor();
  });

  it('does not list a flow whose id was renumbered, in either direction', async () => {
    const numbered = (xml: string) => xml.replace('"loan"', '"numbered"');
    const more = FIRST.replace('<endEvent', '<task id="note" name="Write it down"/><endEvent')
      .replace(flow('f2', 'check', 'call'), flow('f2', 'check', 'note') + flow('f3', 'note', 'call'))
      .replace(flow('f3', 'call', 'end'), flow('f4', 'call', 'end'));
    await ui.call('/Definitions/deploy', { BpmnXml: numbered(FIRST) });
    await ui.call('/Definitions/deploy', { BpmnXml: numbered(more) });
    const page = await ui.visit('/processes/numbered?compare=1..2');
    await expectText(page, '1 element is different. 2 flows follow from this.');
    await page.goto(`${ui.url}/processes/numbered?compare=2..1`);
    await expectText(page, '1 element is different. 2 flows follow from this.');
    await page.getByRole('button', { name: 'Show Write it down → Call the customer in the diagrams' }).click();
    const removed = page.getByRole('region', { name: 'Diagram of v2' }).locator('[data-element-id=f3].is-removed.is-selected');
    await removed.waitFor({ state: 'attached' }); // a straight line has no height
    expect(await page.locator('.is-selected[data-element-id]').count()).to.equal(1);
  });

  it('has the bottlenecks on the first screen when there are many versions and a long description', async () => {
    const long = 'Decides about loans of customers, with a check of the customer and a call. '.repeat(12);
    for (let version = 1; version <= 12; version += 1) {
      const xml = FIRST.replace('"loan"', '"many"').replace('Decides about loans.', `${long} ${version}`);
      await ui.call('/Definitions/deploy', { BpmnXml: xml });
      await ui.call('/Execution/start', { WorkflowId: 'many' });
    }
    const { data } = await ui.call<{ data: { activityInstanceId: string }[] }>('/UserTasks?process=many&pageSize=1');
    await ui.call(`/UserTasks/${data[0]?.activityInstanceId}/claim`, { UserId: 'ann' });
    await ui.call(`/UserTasks/${data[0]?.activityInstanceId}/complete`, { UserId: 'ann', Variables: {} });
    for (const width of [1440, 1024]) {
      const page = await ui.open();
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${ui.url}/processes/many`);
      const last = page.getByRole('region', { name: 'Bottlenecks' }).getByRole('listitem').last();
      await last.waitFor();
      const bottom = async () => {
        const box = await last.boundingBox();
        return (box?.y ?? 900) + (box?.height ?? 0);
      };
      expect(await bottom(), `${width}`).to.be.below(900);
      await page.getByRole('link', { name: 'Versions', exact: true }).click();
      await page.getByRole('button', { name: 'Show 9 older versions' }).click();
      await expectRows(page, 'Versions', 12);
    }
  });

  it('shows the changed elements of a long model at a readable size in both diagrams, with words and names of the model', async () => {
    const wide = (name: string, next: string) => {
      const ids = Array.from({ length: 30 }, (_, number) => `t${number}`);
      const tasks = ids.map(
        (id) =>
          `<scriptTask id="${id}" name="${id === 't15' ? name : `Step ${id}`}" scriptFormat="javascript"><script>done = 1</script></scriptTask>`,
      );
      const flows = ids.slice(1).map((id, index) => flow(`w${index}`, `t${index}`, index === 20 ? next : id));
      return model(
        `<startEvent id="start"/>${tasks.join('')}<endEvent id="end"/>${flow('w', 'start', 't0')}${flow('last', 't29', 'end')}${flows.join('')}`,
      ).replace('"loan"', '"wide"');
    };
    await ui.call('/Definitions/deploy', { BpmnXml: wide('Risk', 't21') });
    await ui.call('/Definitions/deploy', { BpmnXml: wide('Rate risk', 't25') });
    const page = await ui.visit('/processes/wide?compare=1..2');
    const boxes = async () => {
      const read = ['Diagram of v1', 'Diagram of v2'].map(async (name) => {
        const frame = page.getByRole('region', { name });
        const [outer, inner] = [
          await frame.boundingBox(),
          await frame.locator('[data-element-id=t15] rect').first().boundingBox(),
        ];
        return (
          outer &&
          inner && {
            x: Math.round(inner.x - outer.x),
            y: Math.round(inner.y - outer.y),
            width: Math.round(inner.width),
            room: outer.width,
          }
        );
      });
      return Promise.all(read);
    };
    await untilRead(
      't15 is readable in both',
      boxes,
      ([was, is]) =>
        [was, is].every((box) => box != null && box.width >= 65 && box.x > 0 && box.x < box.room) &&
        was?.x === is?.x &&
        was?.y === is?.y,
    );
    await expectText(page, 'Script task (t15)');
    const moved = page.getByRole('region', { name: 'Changes' }).getByRole('button', { name: 'Show Step t20 → Step t25 in' });
    expect(await moved.innerText()).to.equal('Step t20 → Step t25');
    await expectText(page, 'Sequence flow (w20)');
    const changes = page.getByRole('table', { name: 'Attributes of w20' });
    expect(await changes.locator('tbody tr').innerText()).to.match(/^Target\s+Step t21\s+Step t25$/);
  });

  it('compares number and durations of each element in both versions', async () => {
    const page = await ui.visit(`${PATH}?compare=1..2`);
    const rows = await rowsOf(page, 'Durations of v1 and v2');
    expect(rows.find((row) => row.startsWith('Check the loan'))).to.match(/^Check the loan\|0 → 1 \(\+1\)\|— → .+\|— → .+/);
    for (const row of rows) expect(row, 'a row has a duration').not.to.match(/— → —\|— → —/);
    await expectText(page, /^\d elements? without a duration (is|are) left out\.$/);
    await page.getByLabel('Ended within').selectOption('the last hour');
    await page.waitForURL(/compare=1\.\.2&period=hour/);
  });

  it('moves and zooms both diagrams together', async () => {
    const page = await ui.visit(`${PATH}?compare=1..2`);
    const sides = ['Diagram of v1', 'Diagram of v2'].map((name) => page.getByRole('region', { name }));
    for (const side of sides) await side.getByRole('button', { name: 'Zoom in' }).waitFor();
    const transforms = async () => {
      const texts = await Promise.all(sides.map((side) => side.locator('.viewport').first().getAttribute('transform')));
      return texts.map((text) =>
        (text?.match(/-?\d+(?:\.\d+)?/g) ?? []).map((number) => Math.round(Number(number) * 100)).join(),
      );
    };
    // hiding the badges for each move costs two layouts per frame
    await page.evaluate(`(() => {
      globalThis.hidings = 0;
      const note = (changes) => {
        for (const { oldValue } of changes) if (/display: none/.test(oldValue ?? '')) globalThis.hidings += 1;
      };
      for (const badges of document.querySelectorAll('.djs-overlay-container'))
        new MutationObserver(note).observe(badges, { attributeFilter: ['style'], attributeOldValue: true });
    })()`);
    const [first] = await transforms();
    await sides[0]?.getByRole('button', { name: 'Zoom in' }).click();
    const [zoomed] = await untilRead('both zoomed', transforms, ([one, other]) => one !== first && other === one);
    await sides[1]?.getByRole('button', { name: 'Zoom out' }).click();
    await untilRead('both back', transforms, ([one, other]) => one !== zoomed && other === one);
    expect(await page.evaluate('hidings')).to.equal(0);
  });

  it('reports it when a version is not there, or the versions are the same', async () => {
    const page = await ui.visit(`${PATH}?compare=1..7`);
    await expectText(page, 'There is no version 7.');
    await page.getByLabel('After', { exact: true }).selectOption('v1');
    await expectText(page, 'These versions are equal.');
  });

  it('reports that nothing is deployed when the key is unknown', async () => {
    const page = await ui.visit('/processes/nothing', { allows: /status of 404/ });
    await expectText(page, "No process with the key 'nothing' is deployed.");
  });

  it('leads to the instances of a state', async () => {
    const page = await ui.visit(`${PATH}?view=versions`);
    await page.getByRole('table', { name: 'Versions' }).getByRole('link', { name: '3 running' }).click();
    await page.waitForURL(/\/process-instances\/loan\/2\?/);
    await expectRows(page, 'Instances', 3);
  });

  for (const path of [PATH, `${PATH}?compare=1..2`])
    it(`${path} is accessible in light and in dark`, async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await ui.visit(path, { colorScheme });
        await page.locator('.diagram-badge').first().waitFor();
        await page
          .getByRole('button', { name: /Check the loan/ })
          .first()
          .waitFor();
        await expectAccessible(page, { colorsOnly: colorScheme === 'dark' });
      }
    });

  for (const width of [390, 1024, 1440])
    it(`scrolls nothing sideways in a window of ${width} px`, async () => {
      for (const colorScheme of ['light', 'dark'] as const)
        for (const path of [PATH, `${PATH}?compare=1..2`]) {
          const page = await ui.open({ colorScheme });
          await page.setViewportSize({ width, height: 900 });
          await page.goto(`${ui.url}${path}`);
          await page.locator('.diagram-badge').first().waitFor();
          await page
            .getByRole('button', { name: /Check the loan/ })
            .first()
            .waitFor();
          expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).to.equal(true);
        }
    });
});
