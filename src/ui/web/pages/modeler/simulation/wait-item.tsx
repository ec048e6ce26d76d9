import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { formatTime } from '../../../components/format.ts';
import { incidentSentence } from '../../../components/wait-sentence.ts';
import { modelerTexts } from '../../../texts/modeler.ts';
import type { DrawingTools } from '../drawing-tools.ts';
import { ActForm } from './act-form.tsx';
import { namedIn } from './failure-form.tsx';
import type { ShownActKind, ShownWait, SimulatedAct } from './simulate.ts';

const texts = modelerTexts.simulation;

export function WaitItem(props: {
  readonly wait: ShownWait;
  /** of its instance */
  readonly variables: Readonly<Record<string, unknown>>;
  /** no other wait has actions except timers; opens its form initially */
  readonly isOnly: boolean;
  readonly isBusy: boolean;
  readonly tools: DrawingTools;
  readonly onAct: (...acts: readonly SimulatedAct[]) => void;
}) {
  const { wait, variables: present, isOnly, isBusy, tools, onAct } = props;
  const { Element, Index, Acts, Suggested, Form, Incident } = wait;
  const name = nameOf(wait);
  const usual = Acts.includes('retry') ? 'retry' : isOnly ? Acts.find(needsVariables) : undefined;
  const [asked, setAsked] = useState<ShownActKind | undefined>(usual);
  const what = Index === 0 ? name : `${name} (${Index + 1})`;
  const act = (kind: ShownActKind, given: Partial<SimulatedAct> = {}) => {
    const next = { kind, name: what, element: Element, index: Index, ...given };
    const { variables, ...retry } = next;
    if (kind !== 'retry' || variables === undefined) return onAct(kind === 'retry' ? retry : next);
    return onAct({ kind: 'set', name: '', index: wait.Instance, variables }, retry);
  };
  const suggested = asked === 'retry' ? namedIn(Incident?.Message ?? wait.Text, present) : Suggested;
  const form = asked === 'retry' ? undefined : Form;
  return (
    <li className="simulation-wait">
      <button type="button" className="link-button simulation-wait-name" onClick={() => tools.show(Element)}>
        {toldOf(wait, name)}
      </button>
      <Facts wait={wait} />
      {asked !== undefined && (
        <ActForm
          key={asked}
          act={labelOf(asked)}
          what={what}
          asksFor={asked === 'fail' ? 'code' : 'variables'}
          suggested={suggested}
          form={form}
          isBusy={isBusy}
          onDone={({ variables, code }) =>
            act(asked, asked === 'fail' ? { code: code ?? '' } : { variables, asked: { suggested, form } })
          }
          onCancel={() => setAsked(undefined)}
        />
      )}
      <Group gap="xs" mt={4}>
        {Acts.filter((kind) => kind !== asked).map((kind) => (
          <Button
            key={kind}
            size="compact-sm"
            variant="default"
            disabled={isBusy}
            aria-label={texts.of(labelOf(kind), what)}
            onClick={() => (kind === 'fire' ? act(kind) : setAsked(kind))}
          >
            {labelOf(kind)}
          </Button>
        ))}
      </Group>
    </li>
  );
}

function Facts({ wait }: { readonly wait: ShownWait }) {
  const { Kind, People, DueAt, CorrelationKey, Input } = wait;
  const input = Input === undefined ? '' : JSON.stringify(Input.Variables);
  const facts: (readonly [string, string])[] = [];
  if (People.length > 0) facts.push([texts.people, People.join(', ')]);
  if (Kind === 'Timer') facts.push([texts.due, DueAt === null ? texts.never : formatTime(DueAt)]);
  if (CorrelationKey) facts.push([texts.correlationKey, CorrelationKey]);
  if (input !== '' && input !== '{}') facts.push([texts.input, input]);
  if (facts.length === 0 && Kind !== 'Incident') return null;
  return (
    <>
      {Kind === 'Incident' && <IncidentText wait={wait} />}
      <dl className="simulation-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function IncidentText({ wait }: { readonly wait: ShownWait }) {
  const { Incident, Element, ElementName, Text: text } = wait;
  if (Incident === undefined)
    return (
      <Text size="sm" lang="en">
        {text}
      </Text>
    );
  const { ElementType, Code, Message, Count } = Incident;
  const place = { elementType: ElementType, element: Element, name: ElementName };
  return <Text size="sm">{incidentSentence(place, { errorCode: Code, errorMessage: Message, count: Count })}</Text>;
}

function toldOf({ Kind, Subject }: ShownWait, name: string): string {
  return texts.waitsFor[Kind](name, Subject ?? '');
}

/** Actions with a button. */
const LABELS: Readonly<Partial<Record<ShownActKind, string>>> = {
  complete: texts.complete,
  fail: texts.fail,
  retry: texts.retry,
  deliver: texts.deliver,
  fire: texts.fire,
};

function labelOf(kind: ShownActKind): string {
  return LABELS[kind] ?? kind;
}

function needsVariables(kind: ShownActKind): boolean {
  return kind === 'complete' || kind === 'deliver';
}

/** Name without line breaks; the id if there is no name. */
export function nameOf({ Element, ElementName }: { readonly Element: string; readonly ElementName: string | null }): string {
  return ElementName?.trim().replaceAll(/\s+/g, ' ') || Element;
}
