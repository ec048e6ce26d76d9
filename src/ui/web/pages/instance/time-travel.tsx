import { ActionIcon, Button, Group, Paper, Slider, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { PauseIcon, PlayIcon, StepIcon } from '../../components/page-icons.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { describeFrame, elementOf } from './describe-frame.ts';
import type { Frame } from './replay.ts';

/** Playing shows the whole life within about this time, but every frame at least for a moment. Unit: ms. */
const WHOLE_LIFE_MS = 15_000;
const STEP_MS = { least: 60, most: 500 };

/** A slider over everything that happened; the page shows the instance as it was after the chosen frame. */
export function TimeTravel(props: {
  readonly frames: readonly Frame[];
  /** false: the journal is longer than what was loaded */
  readonly isWhole: boolean;
  /** frames that have happened */
  readonly position: number;
  readonly onChange: (position: number) => void;
  readonly onSelect: (element: string) => void;
}) {
  const { frames, isWhole, position, onChange, onSelect } = props;
  const last = frames.length;
  const [isPlaying, setPlaying] = usePlaying(frames.length, position, onChange);
  const frame = frames[position - 1];
  const go = (to: number) => {
    setPlaying(false);
    onChange(Math.max(1, Math.min(last, to)));
  };
  const play = () => {
    if (position >= last) onChange(1);
    setPlaying(!isPlaying);
  };
  const element = frame === undefined ? null : elementOf(frame.event);
  return (
    <Paper withBorder p="xs" mt="sm" component="section" aria-label="Time travel" className="time-travel">
      <Group gap="xs" wrap="nowrap">
        <Control label="Step back" isOff={position <= 1} onClick={() => go(position - 1)} icon={<StepIcon isBack />} />
        <Control label={isPlaying ? 'Pause' : 'Play'} onClick={play} icon={isPlaying ? <PauseIcon /> : <PlayIcon />} />
        <Control label="Step forward" isOff={position >= last} onClick={() => go(position + 1)} icon={<StepIcon />} />
        <Slider
          flex={1}
          min={1}
          max={Math.max(2, last)}
          value={position}
          label={(value) => `Step ${value}`}
          thumbLabel="Step of the journal"
          onChange={go}
        />
        <Button size="xs" variant={position < last ? 'filled' : 'default'} disabled={position >= last} onClick={() => go(last)}>
          {isWhole ? 'Now' : 'Last'}
        </Button>
      </Group>
      <Group gap="sm" mt={6} justify="space-between">
        <Text size="sm" aria-live="polite">
          <span className="numbers">
            Step {position} of {last}
            {!isWhole && ' (the beginning of the journal)'}
          </span>
          {' · '}
          {frame !== undefined && describeFrame(frame.event)}
        </Text>
        <Group gap="sm">
          {element !== null && (
            <button type="button" className="link-button small" onClick={() => onSelect(element)}>
              Select {element}
            </button>
          )}
          {frame !== undefined && (
            <span className="numbers small">{new Date(frame.at).toISOString().replace('T', ' ').slice(0, 23)} UTC</span>
          )}
        </Group>
      </Group>
    </Paper>
  );
}

/** Steps forward on its own until the end, or until somebody stops it. */
function usePlaying(
  last: number,
  position: number,
  onChange: (position: number) => void,
): [boolean, (isPlaying: boolean) => void] {
  const [isPlaying, setPlaying] = useState(false);
  const stepMs = Math.min(STEP_MS.most, Math.max(STEP_MS.least, WHOLE_LIFE_MS / Math.max(1, last)));
  const interval = useInterval(() => onChange(position + 1), stepMs);
  useEffect(() => {
    if (isPlaying && position >= last) setPlaying(false);
  }, [isPlaying, position, last]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the interval itself is new at every render
  useEffect(() => {
    if (isPlaying) interval.start();
    else interval.stop();
    return interval.stop;
  }, [isPlaying, stepMs]);
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
