import { Anchor, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Badge, type Tone } from '../../../components/status-badge.tsx';
import { typeTexts } from '../../../texts/element-types.ts';
import { processTexts } from '../../../texts/process.ts';
import type { AttributeChange, Consequence, ElementDifference } from './differences.ts';

const texts = processTexts.compare;
const TONES: Readonly<Record<ElementDifference['kind'], Tone>> = {
  added: 'done',
  removed: 'fail',
  changed: 'wait',
  moved: 'run',
};

/** A click shows the element in both diagrams. Flows that follow another element are below it. Moved elements are folded. */
export function ChangeList(props: {
  readonly differences: readonly ElementDifference[];
  readonly selected: string | null;
  readonly onSelect: (elementId: string) => void;
}) {
  const { differences, selected, onSelect } = props;
  const moved = differences.filter(({ kind }) => kind === 'moved');
  const followers = differences.filter(({ consequence }) => consequence !== undefined);
  const changed = differences.filter(({ kind, consequence }) => kind !== 'moved' && consequence === undefined);
  const isMovedSelected = moved.some(({ id }) => id === selected);
  return (
    <section aria-label={texts.list}>
      <Title order={2} size="h4" mt="md" mb={4}>
        {texts.list}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {changed.length === 0 ? texts.onlyDrawing : texts.count(changed.length)}
        {followers.length > 0 && ` ${texts.followers(followers.length)}`}
      </Text>
      <ul className="change-list">
        {changed.map((difference) => (
          <Entry key={difference.id} difference={difference} isSelected={difference.id === selected} onSelect={onSelect}>
            <Followers
              flows={followers.filter(({ consequence }) => consequence?.of === difference.id)}
              selected={selected}
              onSelect={onSelect}
            />
          </Entry>
        ))}
      </ul>
      {moved.length > 0 && (
        <details open={isMovedSelected || undefined}>
          <summary>{texts.onlyMoved(moved.length)}</summary>
          <ul className="change-list">
            {moved.map((difference) => (
              <Entry key={difference.id} difference={difference} isSelected={difference.id === selected} onSelect={onSelect} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Entry(props: {
  readonly difference: ElementDifference;
  readonly isSelected: boolean;
  readonly onSelect: (elementId: string) => void;
  readonly children?: ReactNode;
}) {
  const { difference, isSelected, onSelect, children } = props;
  const { kind, id, formerId = id, type, changes, isMoved } = difference;
  const shown = shownName(difference);
  return (
    <li aria-current={isSelected ? 'true' : undefined}>
      <Group gap="xs">
        <Badge tone={TONES[kind]}>
          {texts.signs[kind]} {texts.kinds[shownKind(difference)]}
        </Badge>
        <Anchor
          component="button"
          type="button"
          fw={600}
          size="sm"
          aria-label={texts.show(shown ?? id)}
          onClick={() => onSelect(id)}
        >
          {shown ?? id}
        </Anchor>
        <Text size="xs" c="dimmed">
          {shown === undefined ? typeTexts.typeOf(type) : `${typeTexts.typeOf(type)} (${kind === 'removed' ? formerId : id})`}
          {kind === 'changed' && isMoved && `, ${texts.alsoMoved}`}
        </Text>
      </Group>
      {kind === 'changed' && <Changes id={id} changes={changes} />}
      {(kind === 'added' || kind === 'removed') && (
        <details>
          <summary>{texts.details(changes.length)}</summary>
          <Changes id={id} changes={changes} />
        </details>
      )}
      {children}
    </li>
  );
}

/** Name of an element; of a flow without one, the names of its ends. Undefined: only its id is known. */
function shownName({ name, ends }: ElementDifference): string | undefined {
  return name ?? (ends && `${ends.source} → ${ends.target}`);
}

/** Kind of the change; separate kinds if only the name, the id or both have changed. */
function shownKind({ kind, formerId, changes }: ElementDifference): keyof typeof texts.kinds {
  const others = changes.map(({ attribute }) => attribute).filter((attribute) => attribute !== 'id');
  if (kind !== 'changed' || others.some((attribute) => attribute !== 'name')) return kind;
  return others.length === 0 && formerId !== undefined ? 'idChanged' : 'renamed';
}

function Followers(props: {
  readonly flows: readonly ElementDifference[];
  readonly selected: string | null;
  readonly onSelect: (elementId: string) => void;
}) {
  const { flows, selected, onSelect } = props;
  if (flows.length === 0) return null;
  return (
    <ul className="change-followers" aria-label={texts.consequences}>
      {flows.map((flow) => (
        <li key={flow.id} aria-current={flow.id === selected ? 'true' : undefined}>
          <Anchor
            component="button"
            type="button"
            size="sm"
            aria-label={texts.show(shownName(flow) ?? flow.id)}
            onClick={() => onSelect(flow.id)}
          >
            {shownName(flow) ?? flow.id}
          </Anchor>
          : {flow.consequence && followerText(flow.consequence, flow)}
        </li>
      ))}
    </ul>
  );
}

/** A flow without name already shows its ends. */
function followerText({ before, after }: Consequence, { name, changes }: ElementDifference): string {
  const { flow } = texts;
  if (before === undefined) {
    if (after === undefined) return '';
    return name === undefined ? flow.isAdded : flow.added(after.source, after.target);
  }
  if (after === undefined) return name === undefined ? flow.isRemoved : flow.removed(before.source, before.target);
  return changes
    .map(({ attribute, before: was, after: is }) => {
      if (attribute === 'id') return texts.flow.id(was ?? '', is ?? '');
      const end = attribute === 'sourceRef' ? 'source' : 'target';
      return texts.flow[end](before[end], after[end]);
    })
    .join('; ');
}

/** Words of a path such as `conditionExpression`; names of extensions stay as in the model. */
function wordsOf(path: string): string {
  return path
    .split(' › ')
    .map((part) => texts.attributeOf(part))
    .join(' › ');
}

function shownValue(attribute: string, value: string): string {
  return attribute === 'type' ? typeTexts.typeOf(value) : value;
}

function Changes({ id, changes }: { readonly id: string; readonly changes: readonly AttributeChange[] }) {
  return (
    <table className="change-table" aria-label={texts.attributesOf(id)}>
      <thead>
        <tr>
          <th scope="col">{texts.attribute}</th>
          <th scope="col">{texts.was}</th>
          <th scope="col">{texts.is}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ attribute, before, after }) => (
          <tr key={attribute}>
            <th scope="row">{wordsOf(attribute)}</th>
            <td data-label={texts.was}>{before === undefined ? '—' : <del>{shownValue(attribute, before)}</del>}</td>
            <td data-label={texts.is}>{after === undefined ? '—' : <ins>{shownValue(attribute, after)}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
