import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { fillDemo } from '../../demo/demo-data.ts';
import { eventually } from '../support/eventually.ts';
import { measureLoad } from '../support/first-load.ts';
import { documentOf } from '../support/models/models.ts';
import { expectAccessible, useUiPages } from '../support/ui-pages.ts';

const POSTAGE = readFileSync(new URL('../../examples/decisions/postage.dmn', import.meta.url), 'utf8');

/** Pages whose texts are in the catalogue, by a text that they show when they are ready. */
const PAGES: readonly (readonly [path: string, ready: string])[] = [
  ['/workflows', 'order-fulfilment'],
  ['/workflows?search=nothing', 'Kein Prozess passt'],
  ['/processes/order-fulfilment?view=versions', 'Bereitgestellt von'],
  ['/processes/order-fulfilment?period=all', 'Kennzahl'],
  ['/processes/order-fulfilment?compare=1..2', '1 Element ist verschieden'],
  ['/process-instances/order-fulfilment', 'PO-1001'],
  ['/process-instance/PO-1001', 'Worauf gewartet wird'],
  ['/process-instance/PO-1001?tab=variables', 'Wert'],
  ['/process-instance/PO-1001?tab=history', 'Ereignisverlauf herunterladen'],
  ['/process-instance/PO-1001?tab=waiting', 'Übernommen von'],
  ['/process-instance/PO-1001?tab=acts', 'Eingriffe'],
  ['/process-instance/PO-1006', 'ist fehlgeschlagen'],
  ['/process-instance/PO-1006?tab=conditions', 'Sequenzfluss'],
  ['/process-instance/PO-1007?step=3', 'Schritt 3 von'],
  ['/process-instance/no-id', 'gibt es nicht'],
  ['/decisions', 'postage'],
  ['/decisions/postage', 'Ausprobieren'],
  ['/decisions/none', 'ist nicht bereitgestellt'],
  ['/decision-editor', 'Erstellen Sie eine Entscheidung'],
  ['/decision-editor?key=postage&version=1', 'Wird Version 2'],
  ['/instances', 'PO-1001'],
  ['/user-tasks', 'Abschließen'],
  ['/user-tasks?view=table', 'assign-approver'],
  ['/admin/custom-tasks', 'Aufgabentyp'],
  ['/events', 'Startereignisse: Nachrichten'],
  ['/modeler', 'Keine Befunde'],
  ['/modeler?key=order-fulfilment&version=1', 'Verhalten der Engine'],
  ['/', 'Handlungsbedarf'],
  ['/dashboard', 'Rückstand der Listen'],
  ['/incidents', 'Keine offenen Störungen.'],
  ['/timers', 'Keine überfälligen Timer.'],
  ['/dead-letters', 'Keine Dead Letters.'],
  ['/batches', 'Keine Stapeloperationen.'],
  ['/settings', 'Farbschema'],
  ['/no-such-page', 'Nicht gefunden'],
];

/** With a default flow that is not there, a task that no path reaches, a text that is not FEEL, and a task of a known type without its input. */
const BROKEN = documentOf(
  `<process id="broken" isExecutable="true"><startEvent id="s"/><userTask id="a" default="x"/><endEvent id="e"/>
  <sequenceFlow id="g" sourceRef="s" targetRef="a"/><sequenceFlow id="f" sourceRef="a" targetRef="e"><conditionExpression>= a +</conditionExpression></sequenceFlow>
  <serviceTask id="b"><extensionElements><z:taskDefinition xmlns:z="http://camunda.org/schema/zeebe/1.0" type="log"/></extensionElements></serviceTask></process>`,
).replace(/xmlns:camunda="[^"]*" /, '');

/** Dialogs and panels: page, its text when it is ready, controls that open it in order, and a text of the open one. */
const OPENED: readonly (readonly [path: string, ready: string, opens: readonly (string | RegExp)[], shows: string | RegExp])[] = [
  ['/workflows', 'order-fulfilment', ['Bereitstellen'], 'Dateien auswählen'],
  ['/workflows', 'order-fulfilment', ['order-fulfilment starten'], 'Geschäfts-ID (optional)'],
  ['/workflows', 'order-fulfilment', ['order-fulfilment deaktivieren'], 'Laufende Instanzen laufen weiter'],
  ['/instances?status=Running', 'PO-1001', ['Ansicht speichern'], 'Diese Ansicht speichern'],
  ['/instances?status=Failed', 'PO-1006', ['Spalten'], 'Dauer'],
  ['/instances', 'PO-1001', [/auf dieser Seite auswählen/, /^Abbrechen/], 'Begründung (optional)'],
  ['/instances', 'PO-1001', [/auf dieser Seite auswählen/, /^Anhalten/], 'Die Instanzen halten an'],
  ['/instances', 'PO-1001', [/auf dieser Seite auswählen/, /^Löschen/], 'Laufende Instanzen werden übersprungen'],
  ['/', 'Handlungsbedarf', [/^Alle wiederholen/], 'Führt in jeder Instanz nur die fehlgeschlagenen Schritte'],
  ['/', 'Handlungsbedarf', [/^Ignorieren/], 'Höchstens 500 Zeichen'],
  ['/process-instance/PO-1006', 'ist fehlgeschlagen', ['Wiederholen'], 'Wird noch einmal ausgeführt'],
  ['/process-instance/PO-1006', 'ist fehlgeschlagen', ['Variablen bearbeiten'], 'Begründung (optional)'],
  ['/process-instance/PO-1001?element=reserve-stock', 'Typ', ['Aktivität abschließen'], 'Das Token läuft weiter'],
  ['/user-tasks', 'Abschließen', ['Namen eingeben'], 'Wer sind Sie?'],
  ['/user-tasks', 'Abschließen', ['Mehr zu dieser Aufgabe', 'Fehler melden'], 'Fehlercode'],
  ['/user-tasks', 'Abschließen', ['Mehr zu dieser Aufgabe', 'Aufgabe bearbeiten'], 'Einer pro Zeile.'],
  ['/events', 'Startereignisse: Nachrichten', [/^Nachricht senden: /], 'Wenn es keinen Empfänger gibt'],
  ['/user-tasks', 'Abschließen', ['Mehr zu dieser Aufgabe', 'Aufgabe abbrechen'], 'Die Aufgabe endet ohne Ergebnis'],
  ['/admin/custom-tasks', 'Aufgabentyp', [/^Schema von log/], 'Als JSON'],
  ['/decisions/postage', 'Ausprobieren', ['Auswerten'], 'Benötigte Entscheidungen'],
  ['/modeler', 'Keine Befunde', ['Bereitstellen'], 'Prozess benennen'],
  ['/modeler?key=order-fulfilment&version=1', 'Verhalten der Engine', ['Entwürfe'], 'Keine anderen Entwürfe'],
  ['/modeler?key=order-fulfilment&version=1', 'Verhalten der Engine', ['Simulieren', /^Starten: /], 'Fehlschlagen lassen'],
];

/** In titles of dialogs. */
const NAMES_OF_MODELS = /„[^“]*“|Pack the parcel|All in stock|order-fulfilment/g;

/** Words that English texts of pages have and German ones have not. Names of models, ids and texts of the service are not checked. */
const ENGLISH =
  /\b(the|of|and|is|are|all|with|failed|created|started|completed|refresh|retry|view|search|next|previous|actions|process key|definition|settings|task|tasks|waiting|running|due|oldest|newest|clear|close|cancel|overdue|claim|state|count|kind)\b/gi;

/** What may stay: what people, models and the service wrote. The page's own code is a text, because its types are not known here. */
const OWN_TEXTS = `(() => {
  const theirs = 'code, pre, kbd, .change-list button, .modeler-panel, .modeler-ground, svg, tbody, .diagram-ground, .work-item-title, .work-item-line, .work-task h2, .work-facts dd, .work-comments, .work-values, .readable-rows, .failure-button, .trouble h2, .trouble-input code, .tree, .facts dd, .wait .link-button, .decision-shown, .process-documentation, .json-line, [lang=en], option, form fieldset label, form fieldset .mantine-InputWrapper-description, .bars, .notes, .bottlenecks, .home-tasks';
  const texts = [];
  for (const one of document.querySelectorAll('body *')) {
    if (one.closest('script, style, noscript') !== null || one.closest(theirs) !== null) continue;
    for (const child of one.childNodes) if (child.nodeType === 3 && child.data.trim() !== '') texts.push(child.data.trim());
    if (one.hasAttribute('aria-label') && one.closest('table, .work') === null) texts.push(one.getAttribute('aria-label'));
    if (one.hasAttribute('placeholder') && one.closest('fieldset') === null) texts.push(one.getAttribute('placeholder'));
  }
  return texts;
})()`;

describe('German', function () {
  this.timeout(90_000);
  const ui = useUiPages(async ({ apiUrl, call }) => {
    await fillDemo(apiUrl);
    await call('/Decisions/deploy', { DmnXml: POSTAGE });
  });
  /** Replaces the business id of an instance by its id. */
  const withId = async (path: string): Promise<string> => {
    const [businessId] = path.match(/PO-\d+/) ?? [];
    if (businessId === undefined) return path;
    const { items } = await ui.call<{ items: readonly { instanceId: string }[] }>(`/Instances?filters=BusinessId==${businessId}`);
    return path.replace(businessId, items[0]?.instanceId ?? '');
  };
  const allows = /status of 40[049]/;
  const open = async (path: string, ready: string): Promise<Page> => {
    const page = await ui.open({ allows });
    await page.addInitScript("localStorage.setItem('language', '\"de\"')");
    await page.goto(`${ui.url}${await withId(path)}`);
    await page.locator('main').getByText(ready).first().waitFor();
    return page;
  };

  for (const [path, ready] of PAGES) {
    it(`is all that ${path} shows of itself when it was chosen, is accessible, and fits on a phone`, async () => {
      const page = await open(path, ready);
      expect(await page.evaluate('document.documentElement.lang')).to.equal('de');
      const texts = (await page.evaluate<string[]>(OWN_TEXTS)).map((text) => text.replaceAll(NAMES_OF_MODELS, ''));
      const found = texts.filter((text) => text.match(ENGLISH) !== null);
      expect(found).to.deep.equal([]);
      await expectAccessible(page);
      await page.setViewportSize({ width: 390, height: 844 });
      const { clientWidth, scrollWidth } = await page.evaluate<{ clientWidth: number; scrollWidth: number }>(
        '(({ clientWidth, scrollWidth }) => ({ clientWidth, scrollWidth }))(document.documentElement)',
      );
      expect(scrollWidth).to.be.at.most(clientWidth);
    });
  }

  it('is the language of the repairs of an instance when they are opened', async () => {
    const page = await open('/process-instance/PO-1001', 'Worauf gewartet wird');
    for (const [name, act] of [
      ['Variablen der Instanz bearbeiten', 'Speichern'],
      ['Umstellen', 'Umstellen'],
      ['Anhalten', 'Anhalten'],
      ['Abzweigen', 'Abzweigen'],
      ['Instanz abbrechen', 'Instanz abbrechen'],
    ] as const) {
      await page.getByRole('button', { name, exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: act, exact: true }).waitFor();
      expect((await page.evaluate<string[]>(OWN_TEXTS)).filter((text) => text.match(ENGLISH) !== null)).to.deep.equal([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'Token verschieben' }).click();
    await page.getByRole('complementary', { name: 'Token verschieben' }).getByText('Vor dem Anwenden').waitFor();
    expect((await page.evaluate<string[]>(OWN_TEXTS)).filter((text) => text.match(ENGLISH) !== null)).to.deep.equal([]);
  });

  it('is the language of actions on many instances, and of a refused claim', async () => {
    const page = await open('/instances?key=order-fulfilment&status=Running', 'PO-1001');
    const english = async () =>
      (await page.evaluate<string[]>(OWN_TEXTS))
        .map((text) => text.replaceAll(NAMES_OF_MODELS, ''))
        .filter((text) => text.match(ENGLISH) !== null);
    await page.getByRole('checkbox').nth(1).check();
    await page.getByRole('button', { name: 'Umstellen 1', exact: true }).waitFor();
    await page.goto(`${ui.url}/`);
    await page
      .getByRole('table', { name: 'Fehlschläge' })
      .getByRole('button', { name: /wiederholen/ })
      .first()
      .click();
    await page.getByLabel('Zuerst Variablen ändern').check();
    await page.getByLabel('Name der Variablen 1').waitFor();
    // the title has a name of the model
    expect((await english()).filter((text) => !text.startsWith('Alle wiederholen: Pack the parcel'))).to.deep.equal([]);
    await expectAccessible(page);
    await page.goto(`${ui.url}/user-tasks?view=table`);
    await page
      .getByRole('button', { name: 'Sie arbeiten als' })
      .or(page.getByRole('button', { name: 'Namen eingeben' }))
      .click();
    await page.getByLabel('Ihr Name').fill('eva');
    await page.getByRole('dialog').getByRole('button', { name: 'Weiter' }).click();
    await page.getByRole('button', { name: 'pack: Übernehmen' }).first().click();
    await page.getByText('Gruppen: warehouse').waitFor();
    expect(await english()).to.deep.equal([]);
  });

  for (const [path, ready, opens, shows] of OPENED) {
    it(`is the language of what ${opens.at(-1)} opens on ${path}, which is accessible, fits on a phone and closes with Escape`, async () => {
      const page = await open(path, ready);
      await page.emulateMedia({ colorScheme: 'dark' });
      for (const name of opens) {
        const exact = typeof name === 'string';
        const [button, box] = [page.getByRole('button', { name, exact }), page.getByRole('checkbox', { name })];
        await button.or(box).or(page.locator('summary').getByText(name, { exact })).first().click();
      }
      const dialog = page.getByRole('dialog');
      await page.getByText(shows).first().waitFor();
      const own = (await page.evaluate<string[]>(OWN_TEXTS)).map((text) => text.replaceAll(NAMES_OF_MODELS, ''));
      expect(own.filter((text) => text.match(ENGLISH) !== null)).to.deep.equal([]);
      await expectAccessible(page);
      await page.setViewportSize({ width: 390, height: 844 });
      const wide = await page.evaluate<number[]>(
        '[document.documentElement, ...document.querySelectorAll("[role=dialog]")].map((part) => part.scrollWidth - part.clientWidth)',
      );
      expect(Math.max(...wide)).to.equal(0);
      if ((await dialog.count()) === 0) return;
      const isTrue = (expression: string) => () => page.evaluate<boolean>(expression);
      await eventually(
        'the dialog has the focus',
        isTrue('document.querySelector("[role=dialog]").contains(document.activeElement)'),
      );
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await eventually('the page has the focus', isTrue('document.activeElement.closest("button, main") !== null'));
    });
  }

  it('is the language of the reason why an instance waits', async () => {
    const page = await open('/process-instance/PO-1001', 'Worauf gewartet wird');
    const reason = page.getByText(/„Reserve stock“ .*wartet auf/);
    await reason.waitFor();
    expect(await reason.getAttribute('lang')).to.equal(null);
  });

  it('is the language of the properties of an element in the modeler', async () => {
    const page = await open('/modeler?key=order-fulfilment&version=1', 'Verhalten der Engine');
    await page.locator('[data-element-id=pack] .djs-hit').first().click({ force: true });
    const panel = page.locator('.bio-properties-panel');
    await panel.getByText('Benutzeraufgabe', { exact: true }).waitFor();
    for (const group of await panel.locator('.bio-properties-panel-group-header').all()) await group.click();
    await panel.getByText('Kandidatengruppen').first().waitFor();
    const labels = await panel.locator('label, .bio-properties-panel-group-header-title').allInnerTexts();
    expect(labels.filter((text) => text.match(ENGLISH) !== null)).to.deep.equal([]);
    const titles = await page
      .locator('.bio-properties-panel [title], .djs-context-pad [title], .djs-palette [aria-label]')
      .evaluateAll((parts) => parts.map((part) => part.getAttribute('title') ?? part.getAttribute('aria-label') ?? ''));
    expect(titles).to.include.members(['Neuen Eintrag anlegen', 'Abschnitt auf- oder zuklappen', 'Startereignis anlegen']);
    expect(titles.filter((text) => /\b(toggle|create|item|click|section|open|delete|append)\b/i.test(text))).to.deep.equal([]);
    await page.getByText('Kandidatengruppen').last().waitFor();
    const facts = await page.locator('.engine-properties').innerText();
    expect(facts).to.include('Kandidatengruppen').and.not.match(ENGLISH);
    expect(labels).to.include.members(['Allgemein', 'Zuweisung', 'Zuordnung der Eingaben', 'Name', 'Dokumentation des Elements']);
  });

  it('is the language of the findings of the modeler, with their values', async () => {
    const page = await open('/modeler', 'Keine Befunde');
    await page
      .getByLabel('BPMN-Datei', { exact: true })
      .setInputFiles({ name: 'broken.bpmn', mimeType: 'text/xml', buffer: Buffer.from(BROKEN) });
    const findings = page.getByRole('list', { name: 'Befunde' });
    await page.locator('.check-findings summary').click();
    await findings.getByText('Benutzeraufgabe „a“: Der Standardfluss „x“ führt nicht aus diesem Element hinaus.').waitFor();
    await findings.getByText('Serviceaufgabe „b“: Kein Pfad führt hierher.').waitFor();
    await findings.getByText(/^Serviceaufgabe „b“: Der Parameter „message“ von „log“ ist Pflicht/).waitFor();
    await findings.getByText(/^Sequenzfluss „f“: Bedingung: „= a \+“ ist nicht lesbar/).waitFor();
    expect(await findings.locator('[lang=en]').count()).to.equal(0);
    await findings.getByRole('button', { name: /Kein Pfad führt hierher/ }).click();
    const view = page.locator('.engine-view');
    await view.getByText('Serviceaufgabe „b“: Kein Pfad führt hierher.').waitFor();
    await page.getByRole('textbox', { name: 'Meldung' }).waitFor();
  });

  it('is the language of all errors of a model that a deploy refuses', async () => {
    const page = await open('/workflows', 'order-fulfilment');
    await page.getByRole('button', { name: 'Bereitstellen', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByLabel('Dateien zum Bereitstellen', { exact: true })
      .setInputFiles({ name: 'broken.bpmn', mimeType: 'text/xml', buffer: Buffer.from(BROKEN) });
    await dialog.getByRole('button', { name: 'Bereitstellen', exact: true }).click();
    await dialog.getByText('Benutzeraufgabe „a“: Der Standardfluss „x“ führt nicht aus diesem Element hinaus.').waitFor();
    expect(await dialog.getByText(/^Sequenzfluss „f“: Bedingung/).count()).to.equal(1);
    await expectAccessible(page);
  });

  it('is the language of the task types of the service, and of the reasons of cancellations', async () => {
    const page = await open('/admin/custom-tasks', 'Aufgabentyp');
    await page
      .getByRole('row', { name: /^rest-call/ })
      .getByText('REST-Aufruf')
      .waitFor();
    await page.getByRole('button', { name: 'Schema von log' }).click();
    const dialog = page.getByRole('dialog', { name: 'Protokoll (log)' });
    await dialog.getByText('Text der Zeile').waitFor();
    expect(await dialog.locator('tbody').innerText()).not.to.match(/what|level\b.*Level/i);
    await page.goto(`${ui.url}${await withId('/process-instance/PO-1006')}`);
    await page.getByRole('tree').getByText('Instanz fehlgeschlagen').first().waitFor();
  });

  it('is the language of the errors of the API, with their text below, when a request is refused', async () => {
    const page = await open('/workflows', 'order-fulfilment');
    await page.getByRole('button', { name: 'Bereitstellen', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const broken = POSTAGE.replace('hitPolicy="', 'hitPolicy="X');
    await dialog
      .getByLabel('Dateien zum Bereitstellen', { exact: true })
      .setInputFiles({ name: 'postage.dmn', mimeType: 'text/xml', buffer: Buffer.from(broken) });
    await dialog.getByRole('button', { name: 'Bereitstellen', exact: true }).click();
    const alert = dialog.getByRole('alert');
    await alert.getByText('Die DMN-Datei kann nicht bereitgestellt werden.').waitFor();
    expect(await alert.locator('[lang=en]').innerText()).to.match(/hit policy/i);
    expect(await alert.innerText()).to.match(/^Die DMN-Datei kann nicht bereitgestellt werden\.\n/);
  });

  it('is there immediately when it is chosen on the settings page, and English when that is chosen again', async () => {
    const page = await ui.visit('/settings');
    await page.getByRole('radio', { name: 'Deutsch' }).check();
    await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
    await page.getByRole('link', { name: /^Aufgaben/ }).waitFor();
    await page.getByRole('radio', { name: 'English' }).check();
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).to.equal('en');
  });

  it('is not a part of the first load of pages in English', async () => {
    const page = await ui.open();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await measureLoad(page, `${ui.url}/dashboard`);
    expect(asked.filter((url) => url.includes('german'))).to.deep.equal([]);
    await page.getByRole('heading', { name: 'System' }).waitFor();
  });

  it('is shown when the browser asks for it before English, until another language is chosen', async () => {
    const page = await ui.open();
    await page.addInitScript("Object.defineProperty(navigator, 'languages', { get: () => ['fr', 'de-AT', 'en'] })");
    await page.goto(`${ui.url}/settings`);
    await page.getByRole('radio', { name: 'Deutsch', checked: true }).waitFor();
    await page.getByRole('radio', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).to.equal('en');
  });

  it('is left out when it cannot be loaded: the pages are English', async () => {
    const page = await ui.open({ allows: /german|Failed to load resource/ });
    await page.route(/german.*\.js/, (route) => route.abort());
    await page.addInitScript("localStorage.setItem('language', '\"de\"')");
    await page.goto(`${ui.url}/settings`);
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).to.equal('en');
  });
});
