import { ActionIcon, Alert, Button, Group, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import '../../../components/diagram/marks.css';
import './simulation.css';
import { NO_MARKS } from '../../../components/diagram/marks.ts';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { formatTime } from '../../../components/format.ts';
import { StepIcon } from '../../../components/page-icons.tsx';
import { Tooltip } from '../../../components/tooltip.tsx';
import { modelerTexts } from '../../../texts/modeler.ts';
import { CrossIcon, UndoIcon } from '../icons.tsx';
import type { ModelEditor } from '../open-modeler.ts';
import { FailureForm } from './failure-form.tsx';
import type { Simulated, SimulatedAct, SimulatedFile } from './simulate.ts';
import { SimulatedFiles } from './simulated-files.tsx';
import { SimulatedVariables } from './simulated-variables.tsx';
import { StartForm } from './start-form.tsx';
import { tokenMarks } from './token-marks.ts';
import { type Simulation, useSimulation } from './use-simulation.ts';
import { WaitItem } from './wait-item.tsx';

const texts = modelerTexts.simulation;

/** Runs the drawing with the engine: waits, possible actions, and results. Replaces the properties panel. */
export function SimulationPanel(props: {
  readonly editor: ModelEditor;
  /** also those of a deploy */
  readonly files: readonly SimulatedFile[];
  readonly onFiles: (files: readonly SimulatedFile[]) => void;
  readonly onClose: () => void;
}) {
  const { editor, onFiles, onClose } = props;
  const simulation = useSimulation(editor, props.files);
  const { state, acts, isBusy, fault } = simulation;
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => status.current?.focus(), []);
  useEffect(() => editor.tools.deselect(), [editor]);
  useEffect(() => editor.markTokens(state === null ? NO_MARKS : tokenMarks(state)), [editor, state]);
  useEffect(() => () => editor.markTokens(NO_MARKS), [editor]);
  // the clicked button no longer exists
  const then = (done: Promise<unknown>) => void done.then((isDone) => isDone !== false && status.current?.focus());
  const act = (...next: readonly SimulatedAct[]) => then(simulation.act(...next));
  const again = (instead: readonly SimulatedAct[]) => then(simulation.replaceLast(instead));
  const keep = (count: number) => then(simulation.keep(count));
  const isRefused = state?.Refusal !== undefined && state.Done < acts.length;
  return (
    <section className="simulation" aria-label={texts.title} aria-busy={isBusy}>
      <Head {...{ state, acts, isBusy, keep, onClose }} />
      <Text
        ref={status}
        tabIndex={-1}
        role="status"
        size="sm"
        fw={600}
        className={`simulation-status${hasFailed(state) ? ' has-failed' : ''}`}
      >
        {statusOf(state, fault)}
      </Text>
      {fault !== undefined && (
        <Alert color="red" variant="light" role="alert" p="xs">
          <ErrorMessage text={texts.fault(fault)} />
        </Alert>
      )}
      {isRefused && (
        <Alert color="yellow" variant="light" role="alert" p="xs">
          <Text size="sm">{texts.noLongerFits(state.Done + 1, state.Refusal ?? '')}</Text>
          <Button size="compact-sm" variant="default" mt={4} onClick={() => keep(state.Done)}>
            {texts.dropSteps(acts.length - state.Done)}
          </Button>
        </Alert>
      )}
      <SimulatedFiles
        files={simulation.files}
        help={texts.filesHelp}
        onChange={(files) => {
          onFiles(files);
          void simulation.setFiles(files);
        }}
      />
      {state !== null && !isRefused && <Body {...{ simulation, state, editor, act, again }} />}
      {acts.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.notReal}
        </Text>
      )}
    </section>
  );
}

function Head(props: {
  readonly state: Simulated | null;
  readonly acts: readonly SimulatedAct[];
  readonly isBusy: boolean;
  readonly keep: (count: number) => void;
  readonly onClose: () => void;
}) {
  const { state, acts, isBusy, keep, onClose } = props;
  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        <h2 className="engine-view-title">{texts.title}</h2>
        <Tooltip label={texts.close}>
          <ActionIcon variant="default" aria-label={texts.close} onClick={onClose}>
            <CrossIcon />
          </ActionIcon>
        </Tooltip>
      </Group>
      <Group gap="xs">
        <Tool name={texts.back} isOff={acts.length === 0 || isBusy} icon={<UndoIcon />} onClick={() => keep(acts.length - 1)} />
        <Tool name={texts.restart} isOff={acts.length === 0 || isBusy} icon={<StepIcon isBack />} onClick={() => keep(0)} />
      </Group>
      {state !== null && acts.length > 0 && (
        <Text size="xs" c="dimmed" className="numbers">
          {texts.clock(formatTime(state.Now))}
        </Text>
      )}
    </>
  );
}

function Tool(props: { readonly name: string; readonly isOff: boolean; readonly icon: ReactNode; readonly onClick: () => void }) {
  const { name, isOff, icon, onClick } = props;
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={icon}
      aria-disabled={isOff}
      data-disabled={isOff}
      onClick={() => !isOff && onClick()}
    >
      {name}
    </Button>
  );
}

function Body(props: {
  readonly simulation: Simulation;
  readonly state: Simulated;
  readonly editor: ModelEditor;
  readonly act: (...acts: readonly SimulatedAct[]) => void;
  readonly again: (instead: readonly SimulatedAct[]) => void;
}) {
  const { simulation, state, editor, act, again } = props;
  const { acts, isBusy } = simulation;
  const { Waits, WaitCount, Instances, Starts } = state;
  const isOnly = Waits.filter(({ Acts }) => Acts.some((kind) => kind !== 'fire')).length === 1;
  return (
    <>
      {acts.length === 0 && <StartForm starts={Starts} isBusy={isBusy} onAct={act} />}
      {hasFailed(state) && (
        <FailureForm key={`failed ${acts.length}`} instances={Instances} acts={acts} isBusy={isBusy} onAgain={again} />
      )}
      {Waits.length > 0 && (
        <ul className="simulation-waits" aria-label={texts.waits}>
          {Waits.map((wait) => (
            // changes with each action, to empty the form of a repeated wait
            <WaitItem
              key={`${acts.length} ${wait.Element} ${wait.Index} ${wait.Kind}`}
              wait={wait}
              variables={Instances[wait.Instance]?.Variables ?? {}}
              isOnly={isOnly}
              isBusy={isBusy}
              tools={editor.tools}
              onAct={act}
            />
          ))}
        </ul>
      )}
      {WaitCount > Waits.length && <Text size="sm">{texts.more(WaitCount - Waits.length)}</Text>}
      {Instances.map((instance, number) => (
        <SimulatedVariables
          // biome-ignore lint/suspicious/noArrayIndexKey: instances are only added
          key={number}
          instance={instance}
          number={number}
          isOnly={Instances.length === 1}
          isBusy={isBusy}
          onAct={act}
        />
      ))}
      {acts.length > 0 && (
        <details className="simulation-part">
          <summary>{texts.steps(acts.length)}</summary>
          <ol className="simulation-steps">
            {acts.map(({ kind, name }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added at the end
              <li key={index}>{texts.did[kind](name)}</li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

function hasFailed(state: Simulated | null): boolean {
  return state?.Instances.some(({ Status }) => Status === 'Failed') === true;
}

/** Line for all instances: the first failure; otherwise none started, one running, one cancelled, or all completed. */
function statusOf(state: Simulated | null, fault: string | undefined): string {
  if (state === null) return fault === undefined ? texts.running : '';
  const failed = state.Instances.find(({ Failure }) => Failure !== undefined)?.Failure;
  if (failed !== undefined) return texts.failed(failed.ElementName ?? failed.Element, failed.Code, failed.Message);
  if (state.Instances.length === 0) return texts.notBegun;
  if (state.Instances.some(({ Status }) => Status === 'Running'))
    return state.WaitCount === 0 ? texts.stuck : texts.waiting(state.WaitCount);
  return state.Instances.some(({ Status }) => Status === 'Cancelled') ? texts.cancelled : texts.completed;
}
