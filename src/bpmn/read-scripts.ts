import { type ReadScript, readScript, type TextRules } from '../expressions/deploy.ts';

/** As `readScript`. */
export type ScriptReader = (source: string, format: string | undefined, resultVariable: string | undefined) => ReadScript;

/** Reads the scripts of one file: each source once for each format, however many elements refer to it. */
export function scriptReader(rules: TextRules): ScriptReader {
  const readings = new Map<string, Map<string, ReadScript>>();
  return (source, format, resultVariable) => {
    const ofSource = readings.get(source) ?? new Map<string, ReadScript>();
    readings.set(source, ofSource);
    const language = (format ?? '').trim().toLowerCase();
    const reading = ofSource.get(language) ?? readScript(source, format, undefined, rules);
    ofSource.set(language, reading);
    return reading.ok && resultVariable !== undefined ? { ...reading, script: { ...reading.script, resultVariable } } : reading;
  };
}
