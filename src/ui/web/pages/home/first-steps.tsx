import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { WorkflowView } from '../../../wire/workflows.ts';
import { actions, useAction } from '../../api/actions.ts';
import { JsonText } from '../../api/json-text.ts';
import { CommandLine } from '../../components/command-line.tsx';
import { curl, deployCommand } from '../../components/commands.ts';
import { useApiAddress } from '../../components/use-api-address.ts';
import { useMay } from '../../components/use-may.ts';
import { pageTexts } from '../../texts/home.ts';
import helloModel from './hello.bpmn?raw';

const words = pageTexts.steps;
const EXAMPLE = 'hello';
const VARIABLES = { name: 'Ada' };

/**
 * Steps to the first instance, with buttons and API requests (docs/contributing/spec/pages.md#first-steps). `process`: first deployed one. `isNew`
 * false: there are instances; the steps are shown only if the user has started one here.
 */
export function FirstSteps({ isNew, process }: { readonly isNew: boolean; readonly process: WorkflowView | undefined }) {
  const may = useMay();
  const api = useApiAddress();
  const [startedId, setStartedId] = useState<string | null>(null);
  const deploy = useAction(actions.deploy, () => undefined);
  const start = useAction(actions.start, () => undefined);
  if (!isNew && startedId === null) return null;
  const key = process?.key ?? EXAMPLE;
  const request = { WorkflowId: key, ...(key === EXAMPLE && { Variables: VARIABLES }) };
  return (
    <section className="first-steps" aria-label={words.title}>
      <Title order={2} size="h4">
        {words.title}
      </Title>
      <ol>
        <Step title={words.deploy(key)} note={words.deployNote} isDone={process !== undefined} command={deployCommand(api)}>
          <Button
            disabled={!may('author') || process !== undefined}
            loading={deploy.isPending}
            onClick={() => deploy.mutate(helloModel)}
          >
            {words.deployAction(EXAMPLE)}
          </Button>
        </Step>
        <Step
          title={words.start}
          note={words.startNote}
          isDone={startedId !== null}
          command={curl(api, '/Execution/start', request)}
        >
          <Button
            disabled={process?.isActive !== true || !may('operate', key) || startedId !== null}
            loading={start.isPending}
            onClick={() =>
              start.mutate(
                { key, ...(key === EXAMPLE && { variables: new JsonText(JSON.stringify(VARIABLES)) }) },
                { onSuccess: ({ WorkflowInstanceId }) => setStartedId(WorkflowInstanceId) },
              )
            }
          >
            {words.startAction(key)}
          </Button>
        </Step>
        <Step title={words.look} note={words.lookNote} command={`curl -s ${api}/Instances/${startedId ?? '$ID'}/state`}>
          {startedId === null ? (
            <Button disabled>{words.lookAction}</Button>
          ) : (
            <Button component={Link} to={`/process-instance/${startedId}`}>
              {words.lookAction}
            </Button>
          )}
        </Step>
      </ol>
      <Text size="sm">
        <Anchor component={Link} size="sm" to="/modeler">
          {words.draw}
        </Anchor>
      </Text>
    </section>
  );
}

function Step(props: {
  readonly title: string;
  readonly note: string;
  readonly isDone?: boolean;
  readonly command: string;
  readonly children: ReactNode;
}) {
  const { title, note, isDone = false, command, children } = props;
  return (
    <li className="card">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={3} size="h5">
            {title} {isDone && <span className="step-done">✓ {words.done}</span>}
          </Title>
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        </div>
        {children}
      </Group>
      <CommandLine line={command} name={title} />
    </li>
  );
}
