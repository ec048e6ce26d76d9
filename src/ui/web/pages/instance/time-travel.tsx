import '@mantine/core/styles/Slider.css';
import { ActionIcon, Button, Group, NativeSelect, Paper, Slider, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { useNameOf } from '../../components/element-name.tsx';
import { FailureIcon, PauseIcon, PlayIcon, StepIcon } from '../../components/page-icons.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { pageTexts } from '../../texts/instance.ts';
import { number, timeParts, zoneMark } from '../../texts/numbers.ts';
import { describeFrame, elementOf } from './describe-frame.ts';
import { type FailureStep, failureBefore } from './failures.ts';
import type { Frame } from './replay.ts';

/** Playback of all steps at 1×; STEP_MS limits the duration of a step, so it can be shorter or longer. */
const WHOLE_LIFE_MS = 15_000;
const STEP_MS = { least: 60, most: 500 };
/** Minimum time between two updates. A faster playback skips steps. */
const LEAST_TICK_MS = 50;
const SPEEDS = [0.5, 1, 2, 5, 20, 100];

/** `isPlayback`: not a step of the user. */
export interface StepChange {
  readonly isPlayback: boolean;
}

const PLAYBACK: StepChange = { isPlayback: true };

/** The page shows the instance after the selected frame. */
export function TimeTravel(props: {
  readonly frames: readonly Frame[];
  /** false: only part of the event history is loaded */
  readonly isWhole: boolean;
  /** frames up to the shown one */
  readonly position: number;
  readonly failures: readonly FailureStep[];
  readonly onChange: (position: number, how?: StepChange) => void;
  readonly onSelect: (element: string) => void;
  readonly onFailure: (failure: FailureStep) => void;
}) {
  const { frames, isWhole, position, failures, onChange, onSelect, onFailure } = props;
  const last = frames.length;
  const [speed, setSpeed] = useState('1');
  const [isPlaying, setPlaying] = usePlaying({ last, position, speed: Number(speed), onChange });
  const frame = frames[position - 1];
  const go = (to: number) => {
    setPlaying(false);
    onChange(Math.max(1, Math.min(last, to)));
  };
  const play = () => {
    if (position >= last) onChange(1, PLAYBACK);
    setPlaying(!isPlaying);
  };
  const failure = failureBefore(failures, position);
  return (
    <Paper withBorder p="xs" mt="sm" component="section" aria-label={pageTexts.travel.title} className="time-travel">
      <Group gap="xs" wrap="nowrap" className="time-controls">
        <Control
          label={pageTexts.travel.back}
          isOff={position <= 1}
          onClick={() => go(position - 1)}
          icon={<StepIcon isBack />}
        />
        <Control
          label={isPlaying ? pageTexts.travel.pause : pageTexts.travel.play}
          onClick={play}
          icon={isPlaying ? <PauseIcon /> : <PlayIcon />}
        />
        <Control label={pageTexts.travel.forward} isOff={position >= last} onClick={() => go(position + 1)} icon={<StepIcon />} />
        {failure !== undefined && (
          <Control
            label={failures.length === 1 ? pageTexts.travel.failure : pageTexts.travel.failureOf(failures.length)}
            onClick={() => {
              setPlaying(false);
              onFailure(failure);
            }}
            icon={<FailureIcon />}
          />
        )}
        <NativeSelect
          size="xs"
          aria-label={pageTexts.travel.speed}
          data={SPEEDS.map((value) => ({ value: String(value), label: `${number(value)}×` }))}
          value={speed}
          onChange={(event) => setSpeed(event.currentTarget.value)}
        />
        <Slider
          flex={1}
          miw={60}
          min={1}
          max={Math.max(2, last)}
          value={position}
          label={pageTexts.travel.step}
          thumbLabel={pageTexts.travel.thumb}
          onChange={go}
        />
        <Button size="xs" variant={position < last ? 'filled' : 'default'} disabled={position >= last} onClick={() => go(last)}>
          {isWhole ? pageTexts.travel.now : pageTexts.travel.last}
        </Button>
      </Group>
      <StepLine frame={frame} position={position} last={last} isWhole={isWhole} onSelect={onSelect} />
    </Paper>
  );
}

/** Event and time of the step, with a link to it. */
function StepLine(props: {
  readonly frame: Frame | undefined;
  readonly position: number;
  readonly last: number;
  readonly isWhole: boolean;
  readonly onSelect: (element: string) => void;
}) {
  const { frame, position, last, isWhole, onSelect } = props;
  const nameOf = useNameOf();
  const element = frame === undefined ? null : elementOf(frame.event);
  return (
    <Group gap="sm" mt={6} justify="space-between">
      <Text size="sm" aria-live="polite">
        <span className="numbers">{pageTexts.travel.stepOf(position, last, isWhole)}</span>
        {' · '}
        {frame !== undefined && describeFrame(frame.event, nameOf)}
      </Text>
      <Group gap="sm">
        {element !== null && (
          <button type="button" className="link-button small" onClick={() => onSelect(element)}>
            {pageTexts.travel.select(nameOf(element))}
          </button>
        )}
        {frame !== undefined && <span className="numbers small">{momentOf(frame.at)}</span>}
        <CopyButton text={linkToStep(position)} label={pageTexts.travel.copyLink} />
      </Group>
    </Group>
  );
}

/** Milliseconds, because steps can be close together. */
function momentOf(ms: number): string {
  const [date, clock] = timeParts(ms);
  return `${pageTexts.travel.moment(date, clock, String(ms % 1000).padStart(3, '0'))}${zoneMark()}`;
}

function linkToStep(position: number): string {
  const address = new URL(window.location.href);
  address.searchParams.set('step', String(position));
  return address.href;
}

/** Steps forward until the end or until the user stops it. */
function usePlaying(props: {
  readonly last: number;
  readonly position: number;
  readonly speed: number;
  readonly onChange: (position: number, how: StepChange) => void;
}): [boolean, (isPlaying: boolean) => void] {
  const { last, position, speed, onChange } = props;
  const [isPlaying, setPlaying] = useState(false);
  const stepMs = Math.min(STEP_MS.most, Math.max(STEP_MS.least, WHOLE_LIFE_MS / Math.max(1, last))) / speed;
  const tickMs = Math.max(LEAST_TICK_MS, stepMs);
  const steps = Math.max(1, Math.round(tickMs / stepMs));
  const interval = useInterval(() => onChange(Math.min(last, position + steps), PLAYBACK), tickMs);
  useEffect(() => {
    if (isPlaying && position >= last) setPlaying(false);
  }, [isPlaying, position, last]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the interval itself is new at every render
  useEffect(() => {
    if (isPlaying) interval.start();
    else interval.stop();
    return interval.stop;
  }, [isPlaying, tickMs]);
  return [isPlaying, setPlaying];
}

function Control(props: {
  readonly label: string;
  readonly icon: ReactNode;
  readonly isOff?: boolean;
  readonly onClick: () => void;
}) {
  const { label, icon, isOff = false, onClick } = props;
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size="lg" aria-label={label} disabled={isOff} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
