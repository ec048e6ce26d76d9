import type { elementTypes as english } from '../en/element-types.ts';

const NAMES: Readonly<Record<string, string>> = {
  process: 'Prozess',
  collaboration: 'Kollaboration',
  participant: 'Pool',
  lane: 'Lane',
  startEvent: 'Startereignis',
  endEvent: 'Endereignis',
  intermediateCatchEvent: 'Eintretendes Zwischenereignis',
  intermediateThrowEvent: 'Auslösendes Zwischenereignis',
  boundaryEvent: 'Grenzereignis',
  task: 'Aufgabe',
  userTask: 'Benutzeraufgabe',
  serviceTask: 'Serviceaufgabe',
  scriptTask: 'Skriptaufgabe',
  sendTask: 'Sendeaufgabe',
  receiveTask: 'Empfangsaufgabe',
  manualTask: 'Manuelle Aufgabe',
  businessRuleTask: 'Geschäftsregelaufgabe',
  callActivity: 'Aufrufaktivität',
  subProcess: 'Teilprozess',
  eventSubProcess: 'Ereignis-Teilprozess',
  adHocSubProcess: 'Ad-hoc-Teilprozess',
  transaction: 'Transaktion',
  exclusiveGateway: 'Exklusives Gateway',
  inclusiveGateway: 'Inklusives Gateway',
  parallelGateway: 'Paralleles Gateway',
  complexGateway: 'Komplexes Gateway',
  eventBasedGateway: 'Ereignisbasiertes Gateway',
  multiInstance: 'Mehrfachinstanz',
  standardLoop: 'Schleife',
  sequenceFlow: 'Sequenzfluss',
  messageFlow: 'Nachrichtenfluss',
  association: 'Assoziation',
  textAnnotation: 'Anmerkung',
  group: 'Gruppe',
  dataObject: 'Datenobjekt',
  dataObjectReference: 'Datenobjekt',
  dataStore: 'Datenspeicher',
  dataStoreReference: 'Datenspeicher',
  message: 'Nachricht',
  signal: 'Signal',
  error: 'Fehler',
  escalation: 'Eskalation',
};

export const elementTypes: typeof english = {
  typeOf: (tag) => {
    const type = tag.slice(0, 1).toLowerCase() + tag.slice(1);
    return Object.hasOwn(NAMES, type) ? (NAMES[type] ?? tag) : tag;
  },
};
