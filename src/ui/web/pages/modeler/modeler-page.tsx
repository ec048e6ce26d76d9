import { Alert, Button, FileButton, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { actions, useAction } from '../../api/actions.ts';
import type { Deployed } from '../../api/service-types.ts';
import { xmlQuery } from '../../api/views.ts';
import { forgetChoice, sayDeployed, Warnings } from '../../components/deploy/deploy-dialog.tsx';
import { faultMarks } from '../../components/deploy/fault-marks.ts';
import { DownloadIcon, PlayIcon, UploadIcon } from '../../components/icons.tsx';
import { StartDialog } from '../../components/start/start-dialog.tsx';
import { Loading } from '../../parts/loading.tsx';
import { PageHeading } from '../../parts/page-heading.tsx';
import { forgetDraft, keepDraft, readDraft } from './draft.ts';
import './modeler.css';
import { newModel } from './new-model.ts';
import type { ModelEditor } from './open-modeler.ts';
import { useEditor } from './use-editor.ts';

/**
 * Draws a model, deploys it and starts it: from an empty page to a running instance. `?key=&version=` opens a deployed version; after a deploy
 * the address names the new one.
 */
export function ModelerPage() {
  const [parameters, setParameters] = useSearchParams();
  const queries = useQueryClient();
  const [key, version] = [parameters.get('key'), Number(parameters.get('version'))];
  const from = key === null ? null : `${key} ${version}`;
  const { ground, panel, editor, error } = useEditor(
    async () => readDraft(from) ?? (key === null ? newModel() : queries.fetchQuery(xmlQuery(key, version))),
    (xml) => keepDraft({ from, xml }),
  );
  const begin = (xml: string) => {
    keepDraft({ from: null, xml });
    setParameters({}, { replace: true });
  };
  const arrive = ({ ProcessDefinitionKey, Version }: Deployed) => {
    forgetDraft();
    setParameters({ key: ProcessDefinitionKey, version: String(Version) }, { replace: true });
  };
  return (
    <div className="modeler-page">
      <PageHeading title="Modeler">
        {editor !== null && <Tools editor={editor} onBegin={begin} onDeployed={arrive} />}
      </PageHeading>
      {error !== undefined && (
        <Alert color="red" variant="light" role="alert" mb="sm">
          The model could not be opened: {error}
        </Alert>
      )}
      {editor === null && error === undefined && <Loading />}
      <div className="modeler">
        <section ref={ground} className="modeler-ground" aria-label="Drawing" />
        <aside ref={panel} className="modeler-panel" aria-label="Properties" />
      </div>
    </div>
  );
}

function Tools(props: {
  readonly editor: ModelEditor;
  /** told of the model that took the place of the one before */
  readonly onBegin: (xml: string) => void;
  readonly onDeployed: (deployed: Deployed) => void;
}) {
  const { editor, onBegin, onDeployed } = props;
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | undefined>();
  const [deployed, setDeployed] = useState<Deployed | null>(null);
  const [isStarting, setStarting] = useState(false);
  const deploy = useAction(actions.deploy, sayDeployed, { showsRefusal: false });
  const show = async (xml: string) => {
    setProblem(undefined);
    setDeployed(null);
    await editor.open(xml).catch((fault: Error) => setProblem(`The model could not be opened: ${fault.message}`));
    onBegin(xml);
  };
  const submit = async () => {
    const xml = await editor.read();
    editor.markFaults([]);
    setProblem(undefined);
    deploy.mutate(xml, {
      onSuccess: (result) => {
        setDeployed(result);
        onDeployed(result);
      },
      onError: ({ message }) => {
        setProblem(message);
        editor.markFaults([...faultMarks(xml, message).marks.keys()]);
      },
    });
  };
  const workflow = deployed === null ? null : { key: deployed.ProcessDefinitionKey, version: deployed.Version };
  return (
    <>
      <Button variant="default" onClick={() => void show(newModel())}>
        New
      </Button>
      <FileButton
        accept=".bpmn,.xml"
        onChange={(file) => void file?.text().then(show)}
        inputProps={{ 'aria-label': 'BPMN file', onClick: forgetChoice }}
      >
        {(props) => (
          <Button {...props} variant="default">
            Open
          </Button>
        )}
      </FileButton>
      <Button variant="default" leftSection={<DownloadIcon />} onClick={() => void editor.read().then(download)}>
        Download
      </Button>
      <Button leftSection={<UploadIcon />} loading={deploy.isPending} onClick={() => void submit()}>
        Deploy
      </Button>
      <Button leftSection={<PlayIcon />} disabled={workflow === null} onClick={() => setStarting(true)}>
        Start
      </Button>
      <Outcome problem={problem} warnings={deployed?.Warnings ?? []} />
      {isStarting && workflow !== null && (
        <StartDialog
          workflow={workflow}
          onClose={() => setStarting(false)}
          onStarted={(instanceId) => void navigate(`/process-instance/${instanceId}`)}
        />
      )}
    </>
  );
}

function Outcome({ problem, warnings }: { readonly problem: string | undefined; readonly warnings: readonly string[] }) {
  if (problem === undefined && warnings.length === 0) return null;
  return (
    <Group w="100%">
      {problem !== undefined && (
        <Alert color="red" variant="light" role="alert" p="xs" flex={1}>
          {problem}
        </Alert>
      )}
      {warnings.length > 0 && <Warnings texts={warnings} />}
    </Group>
  );
}

/** Gives the model to the browser as a file named after its process. */
function download(xml: string): void {
  const address = URL.createObjectURL(new Blob([xml], { type: 'application/xml' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${/<(?:\w+:)?process[^>]*\bid="([^"]+)"/.exec(xml)?.[1] ?? 'model'}.bpmn`;
  link.click();
  URL.revokeObjectURL(address);
}
