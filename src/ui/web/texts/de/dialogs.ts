import type { dialogs as english } from '../en/dialogs.ts';
import { number, plural } from '../numbers.ts';

const instances = (count: number) => plural(count, 'Instanz', 'Instanzen');

export const dialogs: typeof english = {
  batch: {
    retry: {
      verb: 'Wiederholen',
      done: 'wiederholt',
      subjects: (count) => plural(count, 'Störung', 'Störungen'),
      note: 'Was fehlgeschlagen ist, wird mit den jetzigen Variablen noch einmal ausgeführt. Was wieder fehlschlägt, steht danach wieder hier.',
    },
    revive: {
      verb: 'Wiederholen',
      done: 'wiederholt',
      subjects: (count) => plural(count, 'fehlgeschlagene Instanz', 'fehlgeschlagene Instanzen'),
      note: 'In jeder läuft nur noch einmal, was fehlgeschlagen ist, mit den jetzigen Variablen. Erledigte Arbeit wird nicht wiederholt. Wenn andere den Fehler schon kennen, läuft eine neue Instanz stattdessen weiter.',
    },
    cancel: {
      verb: 'Abbrechen',
      done: 'abgebrochen',
      subjects: instances,
      note: 'Alles, was darin aktiv ist, endet. Auch die aufgerufenen Instanzen werden abgebrochen. Nichts wird kompensiert.',
    },
    suspend: {
      verb: 'Anhalten',
      done: 'angehalten',
      subjects: instances,
      note: 'Bis zum Fortsetzen bewegt sich darin nichts; was für sie eintrifft, wartet.',
    },
    resume: {
      verb: 'Fortsetzen',
      done: 'fortgesetzt',
      subjects: instances,
      note: 'Sie laufen weiter, auch mit dem, was inzwischen für sie eingetroffen ist.',
    },
    delete: {
      verb: 'Löschen',
      done: 'gelöscht',
      subjects: instances,
      note: 'Danach ist nichts mehr von ihnen bekannt, auch nichts von den aufgerufenen Instanzen. Laufende werden nicht gelöscht.',
    },
    migrate: {
      verb: 'Umstellen',
      done: 'umgestellt',
      subjects: instances,
      note: 'Jede Instanz läuft in der gewählten Version weiter, dort, wo sie jetzt steht. Instanzen, die nicht dazu passen, behalten ihre Version und werden mit dem Grund genannt.',
    },
    title: (verb, what, isAll) => `${isAll ? 'Alle ' : ''}${isAll ? verb.toLowerCase() : verb}: ${what}`,
    act: (verb, count) => `${number(count)} ${verb.toLowerCase()}`,
    counting: 'Wird gezählt …',
    nothingLeft: (verb) => `Nichts mehr zum ${verb}: Jemand war schneller.`,
    willBe: (count, subjects, of, done) => `${number(count)} ${subjects} von ${of} ${plural(count, 'wird', 'werden')} ${done}.`,
    unread: (message) => `Der Stand ist nicht lesbar: ${message} Es geht trotzdem weiter.`,
    mayClose: 'Dieses Fenster darf geschlossen werden: Es geht weiter.',
    done: 'Fertig',
    succeeded: (count, done) => `${number(count)} ${done}`,
    skipped: (count) => `${number(count)} ohne verbliebene Arbeit`,
    failed: (count, done) => `${number(count)} nicht ${done}`,
    progress: (count, total) => `${number(count)} von ${number(total)}: `,
    ended: 'Fertig: ',
    failedNow: (count) =>
      count === 0
        ? 'Keine davon ist jetzt fehlgeschlagen. Einige laufen vielleicht noch.'
        : `${number(count)} jetzt fehlgeschlagen. Einige laufen vielleicht noch.`,
    more: (count) => `und ${number(count)} weitere`,
  },
  deploy: {
    title: 'Bereitstellen',
    done: 'Fertig',
    deployed: (key, version) => `„${key}“ v${version} bereitgestellt.`,
    notModel: 'Die Datei muss auf .bpmn oder .xml enden.',
    wrongName:
      'Wählen Sie ein BPMN-Modell (.bpmn, .xml), bei Bedarf mit seinen Entscheidungen, Formularen und Skripten, oder eine Entscheidung (.dmn).',
    tooLarge: 'Die Dateien sind größer als 10 MB.',
    zone: 'Dateien hier ablegen',
    drop: 'BPMN- oder DMN-Datei hier ablegen oder auswählen. Formulare, Skripte und weitere Modelle des Prozesses können dazu.',
    file: 'Dateien zum Bereitstellen',
    choose: 'Dateien auswählen',
    chooseOther: 'Andere Dateien auswählen',
    warnings: (count) => plural(count, '1 Warnung', `${number(count)} Warnungen`),
    illegalBytes: (line, encoding) =>
      `Zeile ${line} enthält Bytes, die nicht ${encoding} sind. Speichern Sie die Datei in der Kodierung, die sie angibt.`,
    encoding: (name) => `Die Datei ist in „${name}“ kodiert. Dieser Browser kennt das nicht.`,
  },
  start: {
    title: (key, version) => `„${key}“ v${version} starten`,
    start: 'Starten',
    businessId: 'Geschäfts-ID (optional)',
    variables: 'Variablen (JSON-Objekt, optional)',
    started: (key, version) => `„${key}“ v${version} gestartet. Instanz:`,
  },
  diagram: {
    notes: (count) => plural(count, '1 Hinweis zu diesem Modell', `${number(count)} Hinweise zu diesem Modell`),
    notesOf: 'Hinweise zu diesem Modell',
    line: (line) => `Zeile ${line}: `,
    show: 'Zeigen',
    showOf: (id) => `${id} zeigen`,
    diagram: 'Diagramm',
    drawnWith: 'Gezeichnet mit bpmn.io',
    ofProcess: 'Diagramm des Prozesses',
    missing: 'Das Diagramm wurde nicht geladen.',
    tryAgain: 'Erneut versuchen',
    none: 'Dieses Modell hat kein Diagramm.',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    fit: 'Einpassen',
  },
  notes: {
    element: (tag, id, name) => {
      if (id === null) return `${tag} ohne ID${name ? ` „${name}“` : ''}`;
      return name ? `${tag} „${name}“ (${id})` : `${tag} „${id}“`;
    },
    notDrawn: (element) => `${element} ist nicht gezeichnet: In diesem Diagramm hat es keine Form.`,
    wasPlaced: (element) => `${element} hatte im Diagramm keine Form und hat eine bekommen.`,
    unread: (tag, reason) => `${tag || 'Ein Text'} ist nicht lesbar und fehlt: ${reason}.`,
    model: 'Das Modell',
    unresolved: (subject, member, value) => `${subject}: „${member}“ nennt „${value}“. Das gibt es im Modell nicht.`,
  },
};
