import type { cancelReasons as english } from '../en/cancel-reasons.ts';

export const cancelReasons: typeof english = {
  'Scope cancelled by boundary event': 'Durch ein Grenzereignis abgebrochen',
  'Another event was first': 'Ein anderes Ereignis war zuerst da',
  'Sibling iteration failed': 'Ein anderer Durchlauf ist fehlgeschlagen',
  'Completion condition met': 'Abschlussbedingung erfüllt',
  'Late token discarded': 'Spätes Token verworfen',
  CancelledByTransaction: 'Durch die Transaktion abgebrochen',
  CancelledByHazard: 'Durch einen Fehler der Transaktion abgebrochen',
  'Instance failed': 'Instanz fehlgeschlagen',
  'User task cancelled by operator': 'Benutzeraufgabe durch Operator abgebrochen',
  'Cancelled by operator': 'Durch einen Operator abgebrochen',
  'Cancelled by a client': 'Durch einen Client abgebrochen',
  'Cancelled by parent': 'Durch die aufrufende Instanz abgebrochen',
  'Cancelled by modification': 'Durch das Verschieben von Token abgebrochen',
  "Interrupted by boundary event '{element}'": 'Durch das Grenzereignis „{element}“ unterbrochen',
  "Interrupted by event sub-process '{element}'": 'Durch den Ereignis-Teilprozess „{element}“ unterbrochen',
  "Terminated by '{element}'": 'Durch „{element}“ beendet',
};
