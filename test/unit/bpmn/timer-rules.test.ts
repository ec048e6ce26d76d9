import { expect } from 'chai';
import { parseDefinitions } from '../../../src/bpmn/parse-definitions.ts';
import { READING_OF_DIALECTS } from '../../../src/bpmn/reading.ts';
import { itFull } from '../../support/tier.ts';

const CAMUNDA = 'xmlns:camunda="http://camunda.org/schema/1.0/bpmn"';
const FLOWABLE = 'xmlns:flowable="http://flowable.org/bpmn"';
const ZEEBE = 'xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"';
const JBPM = 'targetNamespace="http://www.jboss.org/drools"';

function read(form: string, text: string, declared = '', reading?: number) {
  const parsed = parseDefinitions(
    `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" ${declared}><process id="p"><startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="c"/><intermediateCatchEvent id="c"><timerEventDefinition><${form}>${text}</${form}></timerEventDefinition></intermediateCatchEvent></process></definitions>`,
    reading === undefined ? {} : { reading, isStored: true },
  );
  const texts = (parsed.ok ? parsed.warnings : parsed.findings).map((one) => one.text);
  return { texts, rules: parsed.ok ? parsed.processes[0]?.model.timerRules : undefined };
}

describe('the rules of timers', () => {
  it('are those of the engine that the file is made for', () => {
    const rules = (declared: string) => read('timeCycle', 'R/PT1H', declared).rules;
    for (const declared of [CAMUNDA, FLOWABLE]) expect(rules(declared)).to.deep.equal({ weekdays: 'quartz', pastStart: 'next' });
    for (const declared of [ZEEBE, '']) expect(rules(declared)).to.deep.equal({ weekdays: 'unix', pastStart: 'now' });
    expect(rules(JBPM)).to.deep.equal({ weekdays: 'quartz', pastStart: 'now' });
  });

  // slow: reads models with hundreds of timers
  it('allow 500 start events with timers in a new file, and any number in a stored one', () => {
    const fileOf = (count: number) => {
      const starts = Array.from(
        { length: count },
        (_, n) =>
          `<startEvent id="s${n}"><timerEventDefinition><timeCycle>R/PT1H</timeCycle></timerEventDefinition></startEvent>`,
      );
      return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p">${starts.join('')}</process></definitions>`;
    };
    const parsed = parseDefinitions(fileOf(501));
    expect(parsed.ok ? [] : parsed.findings.map(({ text }) => text)).to.deep.equal([
      'the file has more than 500 start events with timers',
    ]);
    expect(parseDefinitions(fileOf(500)).ok).to.equal(true);
    expect(parseDefinitions(fileOf(501), { isStored: true }).ok).to.equal(true);
  });

  itFull('allow 2000 events that start a process and 5000 boundary events of an activity in a new file', () => {
    const many = (count: number, one: (n: number) => string) => Array.from({ length: count }, (_, n) => one(n)).join('');
    const textsOf = (inside: string) => {
      const parsed = parseDefinitions(
        `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><signal id="g" name="ring"/><process id="p">${inside}</process></definitions>`,
      );
      return parsed.ok ? [] : parsed.findings.map(({ text }) => text);
    };
    const starts = (count: number) =>
      many(
        count,
        (n) =>
          `<startEvent id="s${n}"><conditionalEventDefinition><condition>x > ${n}</condition></conditionalEventDefinition></startEvent>`,
      );
    const boundaries = (count: number) =>
      `<startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="t"/><userTask id="t"/>${many(count, (n) => `<boundaryEvent id="b${n}" attachedToRef="t"><signalEventDefinition signalRef="g"/></boundaryEvent>`)}`;
    expect(textsOf(starts(2000))).to.deep.equal([]);
    expect(textsOf(starts(2001))).to.deep.equal(['the process has more than 2000 events that start it']);
    expect(textsOf(boundaries(5000))).to.deep.equal([]);
    expect(textsOf(boundaries(5001))).to.deep.equal(['an activity has more than 5000 boundary events']);
  });

  it('are absent when the version was stored by an earlier release', () => {
    expect(read('timeCycle', '0 0 9 ? * 0', CAMUNDA, READING_OF_DIALECTS - 1)).to.deep.equal({ texts: [], rules: undefined });
  });

  it('warn of weekdays as numbers when these have two readings', () => {
    const warning = (number: string) =>
      `intermediateCatchEvent 'c': weekday '${number}' of a cron text is counted from 0 (Sunday); Quartz counts from 1 (Sunday). Use SUN to SAT`;
    const rows: readonly (readonly [cron: string, declared: string, number?: string])[] = [
      ['0 0 9 ? * 2-6', '', '2-6'],
      ['0 0 9 ? * MON,3', '', '3'],
      ['0 9 * * 1', ''],
      ['0 0 9 ? * MON-FRI', ''],
      ['0 0 9 ? * MON#1', ''],
      ['0 9 * * 1', CAMUNDA, '1'],
      ['0 0 9 ? * 2', CAMUNDA],
      ['0 9 * * 1', FLOWABLE, '1'],
      ['0 0 9 * * 1', ZEEBE],
    ];
    for (const [cron, declared, number] of rows)
      expect(read('timeCycle', cron, declared).texts, `${cron} ${declared}`).to.deep.equal(
        number === undefined ? [] : [warning(number)],
      );
  });

  it('refuse a fixed text with the reason when its zone or its weekday is unknown', () => {
    const rows: readonly (readonly [form: string, text: string, reason: string, declared?: string])[] = [
      ['timeDate', '2030-01-01T09:00:00[Mars/Base]', "unknown time zone 'Mars/Base'"],
      ['timeCycle', 'R/2030-01-01T09:00:00@Mars/Base/P1D', "unknown time zone 'Mars/Base'"],
      ['timeCycle', '0 0 9 ? * 0', 'weekdays are 1 (Sunday) to 7 (Saturday) in files for this engine', CAMUNDA],
    ];
    for (const [form, text, reason, declared] of rows)
      expect(read(form, text, declared).texts).to.deep.equal([`timer text '${text}' is not valid: ${reason}`]);
  });
});
