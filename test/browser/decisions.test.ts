import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { expectAccessible, expectRows, expectText, untilRead, useUiPages } from '../support/ui-pages.ts';

const POSTAGE = readFileSync(new URL('../../examples/decisions/postage.dmn', import.meta.url), 'utf8');
/** One of DMN 1.5, with logic other than a table. */
const BONUS = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/" id="bonuses" name="Bonuses" namespace="urn:bonus">
  <inputData id="years-in" name="years"><variable name="years" typeRef="number"/></inputData>
  <decision id="bonus" name="Bonus">
    <variable name="bonus" typeRef="number"/>
    <informationRequirement><requiredInput href="#years-in"/></informationRequirement>
    <context>
      <contextEntry><variable name="base"/><literalExpression><text>100</text></literalExpression></contextEntry>
      <contextEntry><conditional>
        <if><literalExpression><text>years &gt; 5</text></literalExpression></if>
        <then><literalExpression><text>base * 2</text></literalExpression></then>
        <else><literalExpression><text>base</text></literalExpression></else>
      </conditional></contextEntry>
    </context>
  </decision>
</definitions>`;

/** Inputs of types that have choices, members or a way to be written. */
const CLAIM = `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="claims" name="Claims" namespace="urn:claims">
  <itemDefinition name="tLevel"><typeRef>number</typeRef><allowedValues><text>1, 2, 3</text></allowedValues></itemDefinition>
  <itemDefinition name="tPerson">
    <itemComponent name="name"><typeRef>string</typeRef></itemComponent>
    <itemComponent name="marks" isCollection="true"><typeRef>number</typeRef></itemComponent>
  </itemDefinition>
  <inputData id="i1" name="level"><variable name="level" typeRef="tLevel"/></inputData>
  <inputData id="i2" name="person"><variable name="person" typeRef="tPerson"/></inputData>
  <inputData id="i3" name="at"><variable name="at" typeRef="dateTime"/></inputData>
  <decision id="claim" name="Claim">
    ${[1, 2, 3].map((at) => `<informationRequirement><requiredInput href="#i${at}"/></informationRequirement>`).join('')}
    <literalExpression><text>person.name + " " + string(level) + " " + string(count(person.marks))</text></literalExpression>
  </decision>
</definitions>`;
/** A table that calls the table of a business knowledge model. */
const LOAN = `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="loans" name="Loans" namespace="urn:loans">
  <inputData id="age-in" name="age"><variable name="age" typeRef="number"/></inputData>
  <businessKnowledgeModel id="risk" name="risk"><variable name="risk"/><encapsulatedLogic><formalParameter name="years" typeRef="number"/>
    ${tableOf('years', ['&lt; 25', '30'], ['[25..60)', '10'], ['-', '20'])}
  </encapsulatedLogic></businessKnowledgeModel>
  <decision id="loan" name="Loan">
    <informationRequirement><requiredInput href="#age-in"/></informationRequirement>
    <knowledgeRequirement><requiredKnowledge href="#risk"/></knowledgeRequirement>
    ${tableOf('risk(age)', ['&lt;= 15', '1'], ['&gt; 15', '2'])}
  </decision>
</definitions>`;
/** A process that uses the latest version of a decision. */
const PARCEL = readFileSync(new URL('../../examples/decisions/parcel.camunda-8.bpmn', import.meta.url), 'utf8');

describe('the pages of decisions', function () {
  this.timeout(90_000);
  const ui = useUiPages(async ({ call }) => {
    await call('/Decisions/deploy', { DmnXml: POSTAGE });
    await call('/Decisions/deploy', { DmnXml: POSTAGE.replace('3.99', '4.19') });
    await call('/Decisions/deploy', { DmnXml: BONUS });
    await call('/Decisions/deploy', { DmnXml: CLAIM });
    await call('/Definitions/deploy', { BpmnXml: PARCEL });
  });

  it('lists each decision with its latest version, and finds one by a part of its name when a user types', async () => {
    const page = await ui.visit('/decisions');
    const rows = await expectRows(page, 'Decisions', 4);
    expect(rows.map((row) => row.split('|').slice(0, 5).join('|').replace(/\s+/g, ' '))).to.deep.equal([
      'bonus|Bonus|v1|—|—',
      'claim|Claim|v1|—|—',
      'postage|Postage|v2 2 versions|—|1 process',
      'size|Size|v2 2 versions|—|—',
    ]);
    await page.getByRole('textbox', { name: 'Search by key or name' }).fill('STAG');
    await expectRows(page, 'Decisions', 1);
    await page.getByRole('button', { name: 'Decision Key' }).click();
    await page.getByRole('textbox', { name: 'Search by key or name' }).fill('nothing like it');
    await expectText(page, 'No decisions match these filters.');
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await expectRows(page, 'Decisions', 4);
    await page.getByRole('button', { name: 'Deployed At' }).click();
    await page.getByText('↓').waitFor();
    const first = page.getByRole('table', { name: 'Decisions', exact: true }).locator('tbody tr').first();
    await first.getByRole('link', { name: 'Open claim' }).waitFor();
    await expectAccessible(page);
  });

  it('shows the table of a version, its graph, and the file when one is opened', async () => {
    const page = await ui.visit('/decisions');
    await page.getByRole('link', { name: 'Open postage' }).click();
    const table = drawnTable(page, 'Decision: Postage');
    await table.getByText('4.19').waitFor();
    await page.getByRole('region', { name: 'Requirements' }).locator('[data-element-id="size"]').click();
    await drawnTable(page, 'Decision: Size').getByText('"medium"').waitFor();
    expect(page.url()).to.match(/show=size$/);
    await page.getByRole('combobox', { name: 'Shown' }).selectOption({ label: 'Decision: Postage' });
    await page.getByRole('combobox', { name: 'Version' }).selectOption('1');
    await drawnTable(page, 'Decision: Postage').getByText('3.99').waitFor();
    await expectRows(page, 'Versions', 2);
    const [user = ''] = await expectRows(page, 'Used by', 1);
    expect(user).to.equal('parcel v1|the latest version');
    const href = await page.getByRole('link', { name: 'Download the XML of postage v1' }).first().getAttribute('href');
    expect(await (await page.request.get(ui.url + href)).text()).to.equal(POSTAGE);
  });

  it('marks the rules that match and reports every result on the way when inputs are given', async () => {
    const page = await ui.visit('/decisions/postage');
    await drawnTable(page, 'Decision: Postage').getByText('4.19').waitFor();
    await page.getByLabel('weight').fill('1.5');
    await page.getByLabel('longestSide').fill('30');
    await page.getByLabel('country').fill('DE');
    await page.getByRole('button', { name: 'Evaluate' }).click();
    await expectText(page, 'rule 1 matches');
    await untilHits(page, '1');
    await untilMissed(page, '2.1,3.2');
    await expectText(page, '{"price":4.19,"days":2}');
    await page.getByRole('button', { name: 'Show Size' }).click();
    await drawnTable(page, 'Decision: Size').getByText('"medium"').waitFor();
    await page.locator('tr.is-hit').waitFor();
    await untilHits(page, '1');
    await page.getByLabel('weight').fill('5');
    await expectText(page, 'The inputs have changed since this result.');
    await untilHits(page, '');
    await page.getByLabel('weight').fill('heavy');
    await page.getByRole('button', { name: 'Evaluate' }).click();
    await expectText(page, 'This is not a number.');
  });

  it('marks the cells in the table of a business knowledge model when a decision calls it', async () => {
    await ui.call('/Decisions/deploy', { DmnXml: LOAN });
    const page = await ui.visit('/decisions/loan');
    await page.getByRole('textbox', { name: 'age', exact: true }).fill('30');
    await page.getByRole('button', { name: 'Evaluate' }).click();
    await untilHits(page, '1');
    await page.getByRole('combobox', { name: 'Shown' }).selectOption({ label: 'Business knowledge model: risk' });
    const rows = page.locator('.boxed .boxed tbody tr');
    await rows.nth(1).and(page.locator('.is-hit')).waitFor();
    const marks = await rows.evaluateAll((all) =>
      all.map((row) => `${row.className} ${row.querySelector('td')?.className}`.trim()),
    );
    expect(marks).to.deep.equal(['is-missed', 'is-hit is-held', 'is-held']);
    await expectAccessible(page);
  });

  it('shows at its field and its row what the engine refuses when an input does not fit', async () => {
    const page = await ui.visit('/decisions/postage', { allows: /409/ });
    await page.getByText('Further variables').first().click();
    await page.getByRole('textbox', { name: 'Further variables' }).fill('{"country": 7, "weight": 1, "longestSide": 1}');
    await page.getByRole('button', { name: 'Evaluate' }).click();
    await page.getByRole('alert').getByText("input 'Country'").waitFor();
    expect(await page.getByLabel('country').getAttribute('aria-invalid')).to.equal('true');
  });

  it('draws logic that is not a table as nested boxes, and tries it, when a file is of a later DMN', async () => {
    const page = await ui.visit('/decisions/bonus');
    await page.getByRole('region', { name: 'Decision: Bonus', exact: true }).getByText('base * 2').waitFor();
    await page.getByLabel('years').fill('7');
    await page.getByRole('button', { name: 'Evaluate' }).click();
    await page.getByText('200', { exact: true }).waitFor();
  });

  it('has choices for allowed numbers, and a template for members, when the file has their types', async () => {
    const page = await ui.visit('/decisions/claim');
    await page.getByLabel('level').selectOption('2');
    await expectText(page, 'like 2026-01-31T10:00:00');
    await page.getByRole('button', { name: 'Insert a template for person' }).click();
    expect(JSON.parse(await page.getByLabel('person').inputValue())).to.deep.equal({ name: '', marks: [0] });
    await page.getByLabel('person').fill('{"name": "Ada", "marks": [4, 5]}');
    await page.getByRole('button', { name: 'Evaluate' }).press('Enter');
    await page.getByText('"Ada 2 2"', { exact: true }).waitFor();
    await expectAccessible(page);
  });

  it('shows what keeps evaluations when none is kept', async () => {
    const page = await ui.visit('/decisions/bonus');
    await expectText(page, 'No evaluations.');
    await expectText(page, /only if the setting Retention:Evaluations is set/);
    await expectText(page, /set it, for example to 30d, restart, and evaluate the decision/);
  });

  it('reports it when a decision or a version is not there', async () => {
    const page = await ui.visit('/decisions/none');
    await expectText(page, "Decision 'none' is not deployed.");
    await page.goto(`${ui.url}/decisions/postage?version=9`);
    await expectText(page, "Version 9 of decision 'postage' is not deployed.");
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`can be read with a result on it when the theme is ${colorScheme}`, async () => {
      const page = await ui.visit('/decisions/postage', { colorScheme });
      await page.getByLabel('weight').fill('1');
      await page.getByLabel('longestSide').fill('1');
      await page.getByLabel('country').fill('FR');
      await page.getByRole('button', { name: 'Evaluate' }).click();
      await page.locator('tr.is-hit').waitFor();
      await expectAccessible(page, { colorsOnly: colorScheme === 'dark' });
      const shots = process.env['DECISION_SHOTS'];
      if (shots !== undefined)
        for (const width of [1440, 1024, 390]) {
          await page.setViewportSize({ width, height: 1000 });
          await page.screenshot({ path: `${shots}/decision-${colorScheme}-${width}.png`, fullPage: true });
        }
    });
  }
});

function tableOf(input: string, ...rules: readonly (readonly [cell: string, output: string])[]): string {
  const rows = rules.map(
    ([cell, output]) =>
      `<rule><inputEntry><text>${cell}</text></inputEntry><outputEntry><text>${output}</text></outputEntry></rule>`,
  );
  return `<decisionTable hitPolicy="FIRST"><input><inputExpression><text>${input}</text></inputExpression></input><output name="points"/>${rows.join('')}</decisionTable>`;
}

/** Waits until exactly these input cells are marked as failed: row and column, counted from 1. */
async function untilMissed(page: Page, cells: string): Promise<void> {
  const rows = page.locator('.decision-table tbody tr');
  const missed = () =>
    rows.evaluateAll((all) =>
      all
        .flatMap((row, index) =>
          [...row.querySelectorAll('td.input-cell')].flatMap((cell, at) =>
            cell.classList.contains('is-missed') ? [`${index + 1}.${at + 1}`] : [],
          ),
        )
        .join(),
    );
  await untilRead('the cells that fail', missed, (found) => found === cells);
}

function drawnTable(page: Page, name: string) {
  return page.getByRole('table', { name, exact: true });
}

/** Waits until exactly the rows with these numbers are marked. */
async function untilHits(page: Page, numbers: string): Promise<void> {
  const rows = page.locator('.decision-table tbody tr');
  const hits = () =>
    rows.evaluateAll((all) => all.flatMap((row, index) => (row.classList.contains('is-hit') ? [index + 1] : [])).join());
  await untilRead('the marked rows', hits, (found) => found === numbers);
}
