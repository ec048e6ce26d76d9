import type { home as english } from '../en/home.ts';
import { number } from '../numbers.ts';

export const home: typeof english = {
  title: 'Start',
  failed: (message) => `Die Startseite konnte nicht geladen werden: ${message}`,
  tasks: {
    mine: 'Meine Aufgaben',
    open: 'Offene Aufgaben',
    none: 'Keine offenen Aufgaben.',
    noneForYou: 'Keine Aufgaben für Sie.',
    failed: (message) => `Die Aufgaben konnten nicht geladen werden: ${message}`,
    overdue: 'Überfällig',
    due: 'fällig',
    all: (count) => `Alle ${number(count)} Aufgaben`,
    page: 'Aufgaben',
  },
  steps: {
    title: 'Erste Schritte',
    done: 'Erledigt',
    deploy: (key) => `1. Einen Prozess bereitstellen: ${key}`,
    deployNote: 'Ein Prozess ist ein BPMN-Modell. Jede Bereitstellung erzeugt eine Version.',
    deployAction: (key) => `${key} bereitstellen`,
    start: '2. Eine Instanz starten',
    startNote: 'Eine Instanz ist ein Durchlauf des Prozesses mit eigenen Variablen.',
    startAction: (key) => `${key} starten`,
    look: '3. Die Instanz öffnen',
    lookNote: 'Die Seite zeigt, wo die Instanz steht, worauf sie wartet, und ihre Variablen.',
    lookAction: 'Instanz öffnen',
    draw: 'Einen eigenen Prozess im Modeler zeichnen',
  },
};
