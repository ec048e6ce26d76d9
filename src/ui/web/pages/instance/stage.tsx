import { Paper } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { InstanceHeader } from '../../../wire/instances.ts';
import { waitsQuery } from '../../api/instance-repairs.ts';
import type { ShownInstanceState } from '../../api/service-types.ts';
import { Diagram } from '../../components/diagram/diagram.tsx';
import type { ElementOutline } from '../../components/diagram/element-outline.ts';
import { type DiagramMarks, type Mark, NO_MARKS } from '../../components/diagram/marks.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { useParameters } from '../../components/use-parameters.ts';
import type { JournalEntry } from './entries.ts';
import { marksOf, withCalledIncidents } from './moment-marks.ts';
import type { Moment } from './replay.ts';
import type { Select } from './tab-props.ts';
import type { TokenPlanning } from './use-token-plan.ts';
import { WhyPanel } from './why-panel.tsx';

/** Element, and possibly one of its activity instances. */
interface Selection {
  readonly element: string;
  readonly entry: string | null;
}

/** The selection is in the address. */
export function useSelection(): [Selection | null, Select] {
  const [parameters, change] = useParameters();
  const select = useCallback<Select>((element, entry) => change({ element, entry }), [change]);
  const element = parameters.get('element');
  return [element === null ? null : { element, entry: parameters.get('entry') }, select];
}

/** Keeps the space of the panel. */
const EmptyPanel = () => <Paper withBorder className="element-panel" />;

// loaded when first opened
const ElementPanel = lazyPart(async () => (await import('./element-panel.tsx')).ElementPanel, EmptyPanel);
const MovePanel = lazyPart(async () => (await import('./repairs/move-panel.tsx')).MovePanel);

/** Maximum height. Unit: px. */
const DIAGRAM_HEIGHT = 460;

/** Diagram and one panel: the current action, otherwise the selection, otherwise what the instance waits for. */
export function Stage(props: {
  readonly instance: InstanceHeader;
  readonly state: ShownInstanceState;
  readonly xml: string;
  readonly outline: ReadonlyMap<string, ElementOutline>;
  /** activity instances whose error is shown above */
  readonly errorsAbove: ReadonlySet<string | null>;
  /** false: earlier step */
  readonly isNow: boolean;
  readonly moment: Moment | undefined;
  readonly selected: Selection | null;
  readonly entries: ReadonlyMap<string, JournalEntry>;
  readonly tokens: TokenPlanning;
  readonly onSelect: Select;
}) {
  const { instance, xml, isNow, moment, selected, tokens, onSelect } = props;
  const waits = useQuery({ ...waitsQuery(instance.instanceId), enabled: isNow && instance.status === 'Running' });
  const items = isNow ? waits.data?.items : undefined;
  const marks = useMemo(
    () => (moment === undefined ? NO_MARKS : withCalledIncidents(marksOf(moment), items ?? [])),
    [moment, items],
  );
  // where the instance failed or waits
  const first = useMemo(() => elementsOf(marks, 'failed') ?? elementsOf(marks, 'active'), [marks]);
  return (
    <div className="instance-stage" {...(instance.status === 'Running' && { 'data-running': true })}>
      <div className="instance-diagram">
        <Diagram
          xml={xml}
          processId={instance.key}
          marks={marks}
          selected={selected?.element ?? null}
          onSelect={onSelect}
          moves={tokens.moves}
          height={DIAGRAM_HEIGHT}
          shrinks
          first={first}
        />
      </div>
      <Beside {...props} />
    </div>
  );
}

/** Undefined: none. */
function elementsOf({ marks }: DiagramMarks, wanted: Mark): readonly string[] | undefined {
  const found = [...marks].filter(([, mark]) => mark === wanted).map(([element]) => element);
  return found.length === 0 ? undefined : found;
}

function Beside(props: Parameters<typeof Stage>[0]) {
  const { instance, state, outline, isNow, moment, selected, entries, tokens, errorsAbove, onSelect } = props;
  const { instanceId, status } = instance;
  if (tokens.isMoving) {
    return (
      <MovePanel
        {...{ instanceId, state, outline, entries }}
        plan={tokens.plan}
        onPlan={tokens.setPlan}
        onClose={tokens.toggle}
      />
    );
  }
  if (selected !== null) {
    return (
      <ElementPanel
        instanceId={instanceId}
        element={outline.get(selected.element) ?? { id: selected.element, tag: '', name: null }}
        entryId={selected.entry}
        state={state}
        errorsAbove={errorsAbove}
        decisions={moment?.decisions.filter(({ element }) => element === selected.element) ?? []}
        onSelect={onSelect}
        onClose={() => onSelect(null)}
      />
    );
  }
  return status === 'Running' ? <WhyPanel {...{ instanceId, isNow, errorsAbove, onSelect }} /> : null;
}
