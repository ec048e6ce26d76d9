import { Alert, Button, FileButton, Group, Text } from '@mantine/core';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { actions, useAction } from '../../api/actions.ts';
import { detailOf } from '../../api/client.ts';
import { nextVersionsQuery } from '../../api/views.ts';
import { forgetChoice, refusalOf, showDeployed, Warnings } from '../../components/deploy/deploy-dialog.tsx';
import { faultMarks } from '../../components/deploy/fault-marks.ts';
import { readModelFile } from '../../components/deploy/read-model-file.ts';
import { ModelDocument } from '../../components/diagram/model-notes.ts';
import { ErrorMessage } from '../../components/error-message.tsx';
import { DownloadIcon, PlayIcon, StepIcon, UploadIcon } from '../../components/page-icons.tsx';
import { StartDialog } from '../../components/start/start-dialog.tsx';
import { useMay } from '../../components/use-may.ts';
import { modelerTexts } from '../../texts/modeler.ts';
import { keysOf, resourcesOf } from './check-model.ts';
import { DraftsDialog } from './drafts-dialog.tsx';
import { type KnownProcess, nameOfVersion } from './known-process.ts';
import { KnownKeyDialog, NameDialog } from './name-dialog.tsx';
import { type ModelingSession, newOpening, type Opening } from './session.ts';
import type { SimulatedFile } from './simulation/simulate.ts';

interface ToolsProps {
  readonly session: ModelingSession;
  /** deployed with the drawing */
  readonly files: readonly SimulatedFile[];
  readonly problem: string | undefined;
  readonly isSimulating: boolean;
  readonly onSimulate: () => void;
  /** called after a successful deploy */
  readonly onDeployed: () => void;
  readonly onProblem: (problem: string | undefined) => void;
  /** opens another model */
  readonly onOpen: (opening: () => Promise<Opening>) => void;
  /** called when the address of the model changes */
  readonly onFollow: () => void;
}

export function Tools(props: ToolsProps) {
  const { session, problem, onOpen } = props;
  const navigate = useNavigate();
  const [isStarting, setStarting] = useState(false);
  const may = useMay();
  const { warned, isBusy, submit, reset } = useDeploy(props);
  const open = (opening: () => Promise<Opening>) => {
    onOpen(async () => {
      reset();
      return opening();
    });
  };
  const origin = session.state?.origin;
  const workflow = origin?.kind === 'version' ? origin : null;
  return (
    <>
      {session.state?.isUnsaved && (
        <Text size="sm" c="dimmed" role="status">
          {modelerTexts.tools.draft}
        </Text>
      )}
      <OtherModels session={session} onOpen={open} />
      <Button variant="default" leftSection={<DownloadIcon />} onClick={() => void download(session).then(props.onFollow)}>
        {modelerTexts.tools.download}
      </Button>
      <Button
        variant="default"
        leftSection={<StepIcon />}
        disabled={!may('author')}
        aria-pressed={props.isSimulating}
        onClick={props.onSimulate}
      >
        {modelerTexts.simulation.open}
      </Button>
      <DeployButton session={session} isBusy={isBusy} onDeploy={() => void submit()} />
      {!props.isSimulating && (
        <Button
          variant="default"
          leftSection={<PlayIcon />}
          disabled={workflow === null || !may('operate', workflow.key)}
          onClick={() => setStarting(true)}
        >
          {modelerTexts.tools.start}
        </Button>
      )}
      <Outcome problem={problem} warned={warned} />
      {isStarting && workflow !== null && (
        <StartDialog
          workflow={workflow}
          isExact
          note={session.state?.isUnsaved ? modelerTexts.tools.startsOld : undefined}
          onClose={() => setStarting(false)}
          onStarted={(instanceId) => void navigate(`/process-instance/${instanceId}`)}
        />
      )}
    </>
  );
}

/** Names a new process first. */
function DeployButton(props: { readonly session: ModelingSession; readonly isBusy: boolean; readonly onDeploy: () => void }) {
  const { session, isBusy, onDeploy } = props;
  const [isNaming, setNaming] = useState(false);
  const [known, setKnown] = useState<KnownProcess>();
  const may = useMay();
  const queries = useQueryClient();
  const deployChecked = async () => {
    const found = await knownProcess(session, queries);
    if (found === undefined) onDeploy();
    else setKnown(found);
  };
  return (
    <>
      <Button
        leftSection={<UploadIcon />}
        disabled={!may('author')}
        loading={isBusy}
        onClick={() => (isNameless(session) ? setNaming(true) : void deployChecked())}
      >
        {modelerTexts.tools.deploy}
      </Button>
      {isNaming && (
        <NameDialog
          onName={(key, name) => {
            setNaming(false);
            session.editor.nameProcess(key, name);
            onDeploy();
          }}
          onClose={() => setNaming(false)}
        />
      )}
      {known !== undefined && (
        <KnownKeyDialog
          known={known}
          onDeploy={() => {
            setKnown(undefined);
            onDeploy();
          }}
          onClose={() => setKnown(undefined)}
        />
      )}
    </>
  );
}

/** First process of the drawing that another deployed process would get as a version. */
async function knownProcess(session: ModelingSession, queries: QueryClient): Promise<KnownProcess | undefined> {
  const origin = session.state?.origin;
  const keys = keysOf(new ModelDocument(await session.editor.read()));
  const others = keys.filter((key) => origin?.kind !== 'version' || origin.key !== key);
  if (others.length === 0) return undefined;
  const next = await queries.fetchQuery(nextVersionsQuery(others));
  const found = next.find(({ version }) => version > 1);
  return found && { key: found.key, version: found.version - 1, name: await nameOfVersion(queries, found.key) };
}

/** A new model, whose key is still random. */
function isNameless(session: ModelingSession): boolean {
  return session.state?.origin.kind === 'new' && session.editor.isUnnamed();
}

/** A new model, a file, or a draft. */
function OtherModels({ session, onOpen }: Pick<ToolsProps, 'session' | 'onOpen'>) {
  const [isListing, setListing] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => onOpen(async () => newOpening())}>
        {modelerTexts.tools.create}
      </Button>
      <FileButton
        accept=".bpmn,.xml"
        onChange={(file) => file !== null && onOpen(() => openingOf(file))}
        inputProps={{ 'aria-label': modelerTexts.tools.file, onClick: forgetChoice }}
      >
        {(props) => (
          <Button {...props} variant="default">
            {modelerTexts.tools.open}
          </Button>
        )}
      </FileButton>
      <Button variant="default" onClick={() => setListing(true)}>
        {modelerTexts.tools.drafts}
      </Button>
      {isListing && (
        <DraftsDialog
          session={session}
          onClose={() => setListing(false)}
          onOpen={(draft) => {
            setListing(false);
            onOpen(async () => ({ draft }));
          }}
        />
      )}
    </>
  );
}

/** Warnings of a deploy, and the model. */
const NO_WARNINGS: { readonly texts: readonly string[]; readonly xml?: string } = { texts: [] };

function useDeploy({ session, files, onProblem, onFollow, onDeployed }: ToolsProps) {
  const [warned, setWarned] = useState(NO_WARNINGS);
  const deploy = useAction(actions.deployTogether, showDeployed, { showsRefusal: false });
  const submit = async () => {
    const { xml, settle } = await session.take();
    session.editor.markFaults([]);
    onProblem(undefined);
    deploy.mutate(
      { bpmnXml: xml, resources: resourcesOf(files) },
      {
        onSuccess: (result) => {
          setWarned({ texts: result.Warnings ?? [], xml });
          void settle({ kind: 'version', key: result.ProcessDefinitionKey, version: result.Version }).then(() => {
            onFollow();
            onDeployed();
          });
        },
        onError: (error) => {
          onProblem(error.message);
          session.editor.markFaults([...faultMarks(xml, detailOf(error)).marks.keys()]);
        },
      },
    );
  };
  return { warned, isBusy: deploy.isPending, submit, reset: () => setWarned(NO_WARNINGS) };
}

async function openingOf(file: File): Promise<Opening> {
  const refusal = refusalOf(file);
  if (refusal !== undefined) throw new Error(refusal);
  return { origin: { kind: 'file', name: file.name }, xml: await readModelFile(file) };
}

function Outcome({ problem, warned }: { readonly problem: string | undefined; readonly warned: typeof NO_WARNINGS }) {
  if (problem === undefined && warned.texts.length === 0) return null;
  return (
    <Group w="100%">
      {problem !== undefined && (
        <Alert color="red" variant="light" role="alert" p="xs" flex={1}>
          <ErrorMessage text={problem} />
        </Alert>
      )}
      {warned.texts.length > 0 && <Warnings {...warned} />}
    </Group>
  );
}

/** The file name contains the process key. */
async function download(session: ModelingSession): Promise<void> {
  const { xml, settle } = await session.take();
  const address = URL.createObjectURL(new Blob([xml], { type: 'application/xml' }));
  const link = document.createElement('a');
  const process = new DOMParser().parseFromString(xml, 'text/xml').querySelector('process');
  link.href = address;
  link.download = `${process?.getAttribute('id') ?? 'model'}.bpmn`;
  link.click();
  URL.revokeObjectURL(address);
  await settle();
}
